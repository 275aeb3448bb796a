import { PropertyMap } from './property-map.js';

const BOOLEANS = 'hide-apply-button disable-structured-data';
const TEXTS =
  'embed server unit floor filters sort group locale currency area-unit color-scheme instance title height loading ' +
  'theme-accent theme-text theme-secondary theme-line theme-ground theme-font';

/** `<property-map embed="key">` dispatches each event of the map, with its payload as `detail`. */
export class PropertyMapElement extends HTMLElement {
  static readonly observedAttributes = `${TEXTS} ${BOOLEANS}`.split(' ');

  /** Undefined while the element is not connected to a document. */
  map?: PropertyMap;
  #stale = false;

  connectedCallback(): void {
    this.#refresh();
  }

  disconnectedCallback(): void {
    void this.map?.destroy();
    this.map = undefined;
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'unit' && this.map) void this.map.select(value);
    else if (name === 'floor' && this.map && value) void this.map.showFloor(value);
    else this.#refresh();
  }

  /** Creates one map for several attributes that change together. */
  #refresh(): void {
    if (this.#stale) return;
    this.#stale = true;
    queueMicrotask(() => {
      this.#stale = false;
      if (this.isConnected) this.#build();
    });
  }

  #build(): void {
    void this.map?.destroy();
    this.map = undefined;
    const { embed, ...options } = this.#options();
    if (!embed) return;
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    const map = (this.map = PropertyMap.mount(this, { ...options, key: embed }));
    while (this.firstChild !== map.frame) this.firstChild!.remove();
    map.on('*', (detail, name) => this.dispatchEvent(new CustomEvent(name, { detail })));
  }

  #options(): Record<string, string> {
    const options: Record<string, string> = {};
    for (const attribute of PropertyMapElement.observedAttributes) {
      const value = this.getAttribute(attribute);
      const name = attribute.replace('theme-', 'theme.').replaceAll('-', '_');
      if (value !== null) options[name] = BOOLEANS.includes(attribute) ? '1' : value;
    }
    return options;
  }
}
