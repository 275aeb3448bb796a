import type { HostEvents } from '../host-api.js';
import { Connection, type Peer } from './connection.js';
import { type EmbedOptions, createFrame, findPlace } from './frame.js';
import { withLegacyData } from './legacy.js';
import { type Answer, isMessage } from './protocol.js';

type Listener<E extends keyof HostEvents = keyof HostEvents> = (payload: HostEvents[E], name: E) => void;
type AnyListener = (payload: object, name: string) => void;

/** An embedded map: its events, and the calls of the host page. */
export class PropertyMap {
  /** An alias, because existing host pages call `new GLOBAL.Embed(...)`. */
  static readonly Embed = PropertyMap;

  /** Embeds a map in `target` until `destroy`. */
  static async embed(target: string | Element, options: EmbedOptions): Promise<PropertyMap> {
    return PropertyMap.mount(await findPlace(target), options);
  }

  static mount(place: Element, options: EmbedOptions): PropertyMap {
    const frame = createFrame(options);
    place.append(frame);
    const map = new PropertyMap(frame, true);
    if (options.height === 'auto') map.on('resize', ({ height }) => (frame.style.height = `${height}px`));
    return map;
  }

  readonly frame: HTMLIFrameElement;
  /** Resolves with the payload of the first `ready`. */
  readonly ready: Promise<HostEvents['ready']>;

  readonly #owned: boolean;
  readonly #listeners = new Map<string, Set<AnyListener>>();
  readonly #connection: Connection;
  readonly #observer = new MutationObserver(() => this.#onMutation());
  #attached = false;
  #abandon!: (reason: Error) => void;

  /** Connects to an existing iframe, given as an element or id. */
  constructor(frame: string | HTMLIFrameElement, owned = false) {
    const element = typeof frame === 'string' ? document.getElementById(frame) : frame;
    if (element?.tagName !== 'IFRAME') throw new TypeError(`PropertyMap: no such iframe: ${frame as string}`);
    this.frame = element as HTMLIFrameElement;
    this.#owned = owned;
    this.#connection = new Connection(
      () => this.#peer(),
      (name, payload) => this.#dispatch(name, payload),
    );
    this.ready = new Promise((settle, fail) => {
      this.once('ready', settle);
      this.#abandon = fail;
    });
    this.ready.catch(() => undefined);
    addEventListener('message', this.#onMessage);
    this.frame.addEventListener('load', this.#onLoad);
    this.#onMutation();
    // Observes every enclosing tree, because a shadow tree reports only its own removals.
    let root: Node = this.frame.getRootNode();
    for (; root instanceof ShadowRoot; root = root.host.getRootNode()) this.#observe(root);
    this.#observe(document);
    this.#connection.open();
  }

  /** `*` listens to every event. */
  on<E extends keyof HostEvents>(name: E, listener: Listener<E>): this;
  on(name: '*', listener: AnyListener): this;
  on(name: string, listener: unknown): this {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener as AnyListener));
    return this;
  }

  once<E extends keyof HostEvents>(name: E, listener: Listener<E>): this {
    const first: Listener<E> = (payload, event) => {
      this.off(name, first);
      listener(payload, event);
    };
    return this.on(name, first);
  }

  /** Removes a listener; without one, all listeners of the event. */
  off(name: keyof HostEvents | '*', listener?: unknown): this {
    if (listener) this.#listeners.get(name)?.delete(listener as AnyListener);
    else this.#listeners.delete(name);
    return this;
  }

  select(unit: string | null): Promise<Answer> {
    return this.#connection.call('select', unit);
  }

  setFilters(filters: Record<string, string[]>): Promise<Answer> {
    return this.#connection.call('setFilters', filters);
  }

  setUnitNumberMatches(numbers: string[] | null): Promise<Answer> {
    return this.#connection.call('setUnitNumberMatches', numbers);
  }

  disableUI(parts: string[]): Promise<Answer> {
    return this.#connection.call('disableUI', parts);
  }

  showFloor(floor: string): Promise<Answer> {
    return this.#connection.call('showFloor', floor);
  }

  /** Disconnects, and removes the frame unless it existed before. */
  async destroy(): Promise<Answer> {
    removeEventListener('message', this.#onMessage);
    this.frame.removeEventListener('load', this.#onLoad);
    this.#observer.disconnect();
    this.#connection.close();
    this.#listeners.clear();
    this.#abandon(new Error('PropertyMap: destroyed'));
    if (this.#owned) this.frame.remove();
    return { done: true };
  }

  #observe(root: Node): void {
    this.#observer.observe(root, { childList: true, subtree: true });
  }

  #onMutation(): void {
    if (this.frame.isConnected) this.#attached = true;
    else if (this.#attached) void this.destroy();
  }

  /** Hides what browsers show in place of a page that cannot be loaded. Where the host has no origin to tell, maps may say nothing. */
  readonly #onLoad = () => {
    this.#connection.open();
    if (this.#owned && self.origin !== 'null') this.frame.style.visibility ||= 'hidden';
  };

  /** The page says hello as soon as its script runs, possibly long before its images are loaded. */
  readonly #onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source !== this.frame.contentWindow || origin !== this.#peer()?.origin) return;
    if (!isMessage(data) || data.type !== 'hello') return;
    if (this.#owned) this.frame.style.visibility = 'inherit';
    this.#connection.open();
  };

  #peer(): Peer | undefined {
    const window = this.frame.contentWindow;
    const { origin, protocol } = new URL(this.frame.src || 'about:blank', location.href);
    // An accessible blank document means that the page has not loaded yet.
    const isBlank = this.frame.contentDocument?.URL === 'about:blank';
    return window && !isBlank && protocol.startsWith('http') ? { window, origin } : undefined;
  }

  #dispatch(name: string, payload: object): void {
    const detail = this.#owned ? payload : withLegacyData(name, payload);
    for (const key of [name, '*'])
      for (const listener of [...(this.#listeners.get(key) ?? [])])
        try {
          listener(detail, name);
        } catch (error) {
          reportError(error); // as any uncaught error, without affecting other listeners
        }
  }
}
