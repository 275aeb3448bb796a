import type { HostCalls, HostEvents, HostPort, ViewerOptions } from '../host-api.js';
import { parseCall } from './calls.js';
import { type Message, isMessage, message } from './protocol.js';

/** Events repeated to hosts that connect later. */
const STICKY = ['ready', 'state', 'error', 'resize'];

/** Maximum number of connections, for host pages that reconnect without disconnecting. */
const MAX_HOSTS = 20;

type Page = Pick<Window, 'parent' | 'addEventListener'> & {
  location: Pick<Location, 'ancestorOrigins'>;
  document: Pick<Document, 'referrer'>;
};

/** Connects the page to its host page. Outside a frame, or with messages disabled, the channel sends nothing. */
export function connectHost(
  options: ViewerOptions,
  allowedOrigins: string[] | undefined,
  page: Page = window,
): HostPort {
  const channel = new HostChannel();
  if (options.enable_api === false || (page.parent as unknown) === page) return channel;
  const allows = originCheck(options.origin, allowedOrigins);
  page.addEventListener('message', (event) => {
    const { data, ports, source, origin } = event as MessageEvent<unknown>;
    if (source !== page.parent || !allows(origin) || !isMessage(data) || data.type !== 'connect') return;
    if (typeof data.id === 'string' && ports[0]) channel.accept(data.id, ports[0]);
  });
  const host = hostOrigin(options.origin, page);
  if (host && allows(host)) page.parent.postMessage(message('hello'), host);
  return channel;
}

class HostChannel implements HostPort {
  readonly #ports = new Map<string, MessagePort>();
  readonly #latest = new Map<string, unknown>();
  #calls?: HostCalls;
  #early: ((calls: HostCalls) => void)[] = [];

  emit<E extends keyof HostEvents>(event: E, payload: HostEvents[E]): void {
    if (event === 'state') this.#latest.delete('error');
    if (STICKY.includes(event)) this.#latest.set(event, payload);
    for (const port of this.#ports.values()) port.postMessage(message(event, payload));
  }

  onCall(calls: HostCalls): void {
    this.#calls = calls;
    for (const answer of this.#early.splice(0)) answer(calls);
  }

  /** Accepts the first port of each host id, and answers further offers there: hosts offer a port on every greeting and load of the page. */
  accept(id: string, port: MessagePort): void {
    const known = this.#ports.get(id);
    if (known) {
      known.postMessage(message('hello'));
      return port.close();
    }
    for (const [oldest, other] of this.#ports) if (this.#ports.size >= MAX_HOSTS) this.#drop(oldest, other);
    this.#ports.set(id, port);
    port.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!isMessage(event.data)) return;
      if (event.data.type === 'bye') this.#drop(id, port);
      else this.#hear(event.data, port);
    });
    port.addEventListener('close', () => this.#drop(id, port));
    port.start();
    port.postMessage(message('welcome'));
    for (const event of STICKY) if (this.#latest.has(event)) port.postMessage(message(event, this.#latest.get(event)));
  }

  #hear({ type, id, payload }: Message, port: MessagePort): void {
    if (typeof id !== 'number') return;
    const call = parseCall(type, payload);
    const answer = (done: boolean) => port.postMessage(message('answer', { done }, id));
    if (!call) return answer(false);
    const perform = (calls: HostCalls) => answer(attempt(() => call(calls)));
    if (this.#calls) perform(this.#calls);
    else this.#early.push(perform);
  }

  #drop(id: string, port: MessagePort): void {
    port.close();
    this.#ports.delete(id);
  }
}

/** Reports an error of a call in the page itself, and returns false to the host. */
function attempt(call: () => boolean): boolean {
  try {
    return call();
  } catch (error) {
    reportError(error);
    return false;
  }
}

function originCheck(expected: string | undefined, allowed: string[] | undefined): (origin: string) => boolean {
  const list = allowed?.map(originOf);
  return (origin) => (!expected || origin === originOf(expected)) && (!list || list.includes(origin));
}

/** The origin of the host as far as it is known, because postMessage requires the exact origin. */
function hostOrigin(expected: string | undefined, page: Page): string | undefined {
  return originOf(expected || page.location.ancestorOrigins?.[0] || page.document.referrer);
}

function originOf(url: string): string | undefined {
  try {
    const { origin } = new URL(url);
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined;
  }
}
