import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type HttpSocket = Socket & { latest?: ServerResponse };

/**
 * Runs the requests of a connection one after another. Node emits pipelined requests at once and keeps their responses in
 * memory until the client reads them; this way a client that does not read occupies the memory of one response.
 */
export function runInTurn({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
  const { latest } = socket as HttpSocket;
  (socket as HttpSocket).latest = response;
  if (response.socket) return run();
  // Not writable: the connection is closed, or its last response has been sent (RFC 9112, 9.6).
  const runNext = () => socket.writable && run();
  // Node warns of more than 10 listeners, and a response that sends a file has them.
  latest?.setMaxListeners(latest.getMaxListeners() + 1).once('close', runNext);
}
