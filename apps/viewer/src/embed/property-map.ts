import type { HostCalls, HostEvents } from '../host-api.js';
import { Connection, type Peer } from './connection.js';
import { type EmbedOptions, createFrame, findPlace } from './frame.js';
import { withLegacyData } from './legacy.js';
import { type Answer, isMessage } from './protocol.js';

type Listener<E extends keyof HostEvents = keyof HostEvents> = (payload: HostEvents[E], name: E) => void;
type AnyListener = (payload: object, name: string) => void;

/** A framed map: what its host page hears from it and asks of it. */
export class PropertyMap {
  /** Existing host pages construct a member of their loader's global. */
  static readonly Embed = PropertyMap;

  /** Frames the map of an embed inside `target`, until `destroy`. */
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
  /** What the first `ready` says. */
  readonly ready: Promise<HostEvents['ready']>;

  readonly #owned: boolean;
  readonly #listeners = new Map<string, Set<AnyListener>>();
  readonly #connection: Connection;
  readonly #observer = new MutationObserver(() => this.#onMutation());
  #attached = false;
  #abandon!: (reason: Error) => void;

  /** Of a frame that stands in the page already, or of its id. */
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
    this.#open();
  }

  /** `*` hears every event. */
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

  /** Without a listener: all of that name. */
  off(name: keyof HostEvents | '*', listener?: unknown): this {
    if (listener) this.#listeners.get(name)?.delete(listener as AnyListener);
    else this.#listeners.delete(name);
    return this;
  }

  select(unit: string | null): Promise<Answer> {
    return this.#call('select', unit);
  }

  setFilters(filters: Record<string, string[]>): Promise<Answer> {
    return this.#call('setFilters', filters);
  }

  setUnitNumberMatches(numbers: string[] | null): Promise<Answer> {
    return this.#call('setUnitNumberMatches', numbers);
  }

  disableUI(parts: string[]): Promise<Answer> {
    return this.#call('disableUI', parts);
  }

  showFloor(floor: string): Promise<Answer> {
    return this.#call('showFloor', floor);
  }

  /** A frame that stood in the page before stays in it. */
  destroy(): Promise<Answer> {
    removeEventListener('message', this.#onMessage);
    this.frame.removeEventListener('load', this.#onLoad);
    this.#observer.disconnect();
    this.#connection.close();
    this.#listeners.clear();
    this.#abandon(new Error('PropertyMap: destroyed'));
    if (this.#owned) this.frame.remove();
    return Promise.resolve({ done: true });
  }

  #call(name: keyof HostCalls, payload: unknown): Promise<Answer> {
    return this.#connection.call(name, payload);
  }

  #open(): void {
    addEventListener('message', this.#onMessage);
    this.frame.addEventListener('load', this.#onLoad);
    this.#onMutation();
    // Removal is seen in the tree that it happens in, and shadow trees are trees of their own.
    let root: Node = this.frame.getRootNode();
    for (; root instanceof ShadowRoot; root = root.host.getRootNode()) this.#observe(root);
    this.#observe(document);
    this.#connection.open();
  }

  #observe(root: Node): void {
    this.#observer.observe(root, { childList: true, subtree: true });
  }

  #onMutation(): void {
    if (this.frame.isConnected) this.#attached = true;
    else if (this.#attached) void this.destroy();
  }

  readonly #onLoad = () => this.#connection.open();

  /** The page says hello as soon as it runs, which may be long before its last image is there. */
  readonly #onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source !== this.frame.contentWindow || origin !== this.#peer()?.origin) return;
    if (isMessage(data) && data.type === 'hello') this.#connection.open();
  };

  #peer(): Peer | undefined {
    const window = this.frame.contentWindow;
    const { origin, protocol } = new URL(this.frame.src || 'about:blank', location.href);
    // What can be looked into and is blank has not been replaced by the page yet.
    const isBlank = this.frame.contentDocument?.URL === 'about:blank';
    return window && !isBlank && protocol.startsWith('http') ? { window, origin } : undefined;
  }

  #dispatch(name: string, payload: object): void {
    const detail = this.#owned ? payload : withLegacyData(name, payload);
    for (const key of [name, '*'])
      for (const listener of [...(this.#listeners.get(key) ?? [])]) deliver(() => listener(detail, name));
  }
}

/** A listener that throws is its page's error, reported as any other, and costs no one else the event. */
function deliver(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
