import { MessageChannel } from 'node:worker_threads';

/** What is sent there is gone: nobody listens. */
const nowhere = openNowhere();

/**
 * Frees the memory of bytes that nobody looks at any more, which are none then. It lies outside the heap: the garbage collector
 * hardly sees it, lets a body's worth of it gather, and then looks through everything. A buffer that is a part of a larger
 * one stays as it is.
 */
export function discard(bytes: ArrayBufferView): void {
  const buffer = bytes.buffer as ArrayBuffer;
  if (bytes.byteLength > 0 && bytes.byteLength === buffer.byteLength) nowhere.postMessage(undefined, [buffer]);
}

function openNowhere() {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}
