import { MessageChannel } from 'node:worker_threads';

/** A message port without a receiver; transferring a buffer to it frees the memory. */
const nowhere = openNowhere();

/**
 * Frees the memory of unused bytes; the buffer is empty afterwards. The garbage collector hardly accounts for memory outside the heap:
 * it lets a whole body accumulate and then scans everything. A buffer that is part of a larger one is left alone.
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
