import { type Answer, type Message, isMessage, isObject, message } from './protocol.js';

/** Milliseconds after loading without a message, after which the page is considered not to be a map, or unreachable. */
export const SILENCE_MS = 10_000;

/** The framed window and its required origin. */
export interface Peer {
  window: Pick<Window, 'postMessage'>;
  origin: string;
}

interface PendingCall {
  call: Message;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** The host's end of the channel. Calls wait for the handshake and are repeated after the page reloads. */
export class Connection {
  readonly #id = Math.random().toString(36).slice(2);
  readonly #pending = new Map<unknown, PendingCall>();
  readonly #peer: () => Peer | undefined;
  readonly #onEvent: (name: string, payload: object) => void;
  #port?: MessagePort;
  #silence?: ReturnType<typeof setTimeout>;
  #calls = 0;
  #closed = false;

  constructor(peer: () => Peer | undefined, onEvent: (name: string, payload: object) => void) {
    this.#peer = peer;
    this.#onEvent = onEvent;
  }

  /** Offers a port. The page accepts only the first, so repeating the offer is harmless. */
  open(): void {
    const peer = this.#peer();
    if (!peer || this.#closed) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => isMessage(data) && this.#receive(port1, data);
    peer.window.postMessage(message('connect', undefined, this.#id), peer.origin, [port2]);
    clearTimeout(this.#silence);
    const error = { code: 'unreachable', message: 'The map did not respond' };
    this.#silence = setTimeout(() => this.#onEvent('error', error), SILENCE_MS);
  }

  call(type: string, payload?: unknown): Promise<Answer> {
    if (this.#closed) return Promise.resolve({ done: false });
    return new Promise((settle, fail) => {
      const call = message(type, payload, ++this.#calls);
      this.#pending.set(call.id, { call, settle, fail });
      if (this.#port) this.#send(this.#port, call);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#silence);
    this.#port?.postMessage(message('bye'));
    this.#port?.close();
    for (const { settle } of this.#pending.values()) settle({ done: false });
    this.#pending.clear();
  }

  #receive(port: MessagePort, { type, id, payload }: Message): void {
    if (this.#closed) return port.close();
    clearTimeout(this.#silence);
    if (type === 'welcome') this.#adopt(port);
    else if (type === 'answer') this.#settle(id, payload);
    else if (isObject(payload)) this.#onEvent(type, payload);
  }

  #adopt(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    for (const { call } of this.#pending.values()) this.#send(port, call);
  }

  /** A payload that cannot be cloned, such as a function, fails only its own call. */
  #send(port: MessagePort, call: Message): void {
    try {
      port.postMessage(call);
    } catch (error) {
      this.#pending.get(call.id)?.fail(error);
      this.#pending.delete(call.id);
    }
  }

  #settle(id: unknown, payload: unknown): void {
    this.#pending.get(id)?.settle({ done: isObject(payload) && payload['done'] === true });
    this.#pending.delete(id);
  }
}
