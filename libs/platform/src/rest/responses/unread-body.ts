import type { ApiRequest, ApiResponse } from './request.js';

/** Milliseconds for clients that read the response only after sending everything: without progress, and in total. */
const LINGER = { silent: 2_000, max: 30_000 };

/** Ends the connection after the response, because the rest of the body is not read. Delays the close: Node would destroy the socket after the response, and bytes still arriving would reset the connection. */
export function closeAfter(request: ApiRequest, response: ApiResponse): void {
  response.setHeader('Connection', 'close');
  request.resume();
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.readableEnded) return close();
    socket.end();
    const cut = () => void socket.destroy();
    let hasSent = true;
    request.on('data', () => (hasSent = true));
    // Closes after two checks without data, because a busy process may run the first before reading what has arrived.
    const check = () => (hasSent ? void (hasSent = false) : cut());
    const timers = [setInterval(check, LINGER.silent).unref(), setTimeout(cut, LINGER.max).unref()];
    request.once('end', close);
    socket.once('close', () => timers.forEach(clearTimeout));
  };
}
