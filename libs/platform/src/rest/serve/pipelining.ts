import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with the response that Node is sending, and the last one that waits. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse; lastWaiting?: ServerResponse | undefined };

/**
 * Runs the requests of a connection one after another. Node emits pipelined requests at once and keeps their responses in
 * memory until the client reads them; this way a client that does not read occupies the memory of one response.
 */
export function runInTurn(request: IncomingMessage, response: ServerResponse, run: () => void): void {
  if (response.socket) return run();
  const socket = request.socket as HttpSocket;
  const previous = socket.lastWaiting ?? socket._httpMessage!;
  socket.lastWaiting = response;
  // Node warns of more than 10 listeners, and a response that sends a file has them.
  previous.setMaxListeners(previous.getMaxListeners() + 1).once('close', () => {
    if (socket.lastWaiting === response) socket.lastWaiting = undefined;
    // Not writable: the connection is closed, or its last response has been sent (RFC 9112, 9.6).
    if (socket.writable) run();
  });
}
