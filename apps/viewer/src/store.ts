import { batch, computed, signal } from '@preact/signals';
import type { ViewerDocument } from './document.js';
import type { Grouping, HostPort, SortOrder, UiPart, ViewerOptions } from './host-api.js';
import { Catalog, hostUnit, type Home, keyOf, type Sheet } from './model/catalog.js';
import {
  choiceOf,
  decoded,
  facetsOf,
  blockingFilters,
  knownChoice,
  parseChoice,
  printChoice,
  ruleOf,
  withValues,
  type Choice,
} from './model/facets.js';
import { listing } from './model/listing.js';
import { Phrases } from './model/phrases.js';
import type { PageData } from './page.js';
import { fetchGeometry, type Geometry } from './plan/geometry.js';

export type Opened = { kind: 'home' | 'marker'; id: string } | null;
/** The origin of a choice, reported to the host page; the focus returns there. */
export type Source = 'map' | 'list' | 'host';
export type Drawing = Geometry | 'loading' | 'failed';

/** For a focus whose element is gone. */
export const focusList = () => globalThis.document.getElementById('list')?.focus();

const GROUPINGS: Grouping[] = ['floor', 'floor_plan', 'building', 'none'];

/** The state of the viewer: the document and the choices of the user. Server and browser render from it alike. */
export class Store {
  readonly catalog: Catalog;
  readonly phrases: Phrases;
  readonly facets;
  /** those to choose from */
  readonly groupings: Grouping[];

  readonly sheetId = signal<string | undefined>(undefined);
  readonly opened = signal<Opened>(null);
  readonly hovered = signal<string | null>(null);
  /** id of the home with keyboard focus on the plan */
  readonly focused = signal<string | null>(null);
  readonly choice = signal(choiceOf({}));
  /** unit numbers to which the host page restricts the map; null = all */
  readonly numbers = signal<string[] | null>(null);
  /** favourites, in the order in which they were saved; only the address keeps them */
  readonly saved = signal<Home[]>([]);
  readonly sort = signal<SortOrder>('price');
  readonly grouping = signal<Grouping>('floor');
  readonly hidden = signal<ReadonlySet<UiPart>>(new Set());
  readonly drawings = signal<ReadonlyMap<string, Drawing>>(new Map());
  /** text announced to screen readers */
  readonly announcement = signal('');
  /** whether the page is hydrated */
  readonly isLive = signal(false);

  readonly sheet = computed(() => (this.sheetId.value ? this.catalog.sheet(this.sheetId.value) : undefined));
  readonly home = computed(() =>
    this.opened.value?.kind === 'home' ? this.catalog.home(this.opened.value.id) : undefined,
  );
  readonly left = computed(() => this.homesFor(this.choice.value));
  readonly leftIds = computed(() => new Set(this.left.value.map(({ id }) => id)));
  readonly groups = computed(() => listing(this.left.value, this.sort.value, this.grouping.value));
  readonly blockingFilters = computed(() =>
    this.left.value.length > 0 ? [] : blockingFilters(this.facets, this.choice.value, this.candidates.value),
  );
  /** the number of matches on each sheet, while the filters leave some homes out */
  readonly matches = computed(() => {
    const [left, { homes, sheets }] = [this.leftIds.value, this.catalog];
    if (left.size === homes.length) return undefined;
    return new Map(sheets.map((sheet) => [sheet.id, sheet.homes.filter(({ id }) => left.has(id)).length]));
  });
  private readonly candidates = computed(() => {
    const numbers = this.numbers.value && new Set(this.numbers.value.map(keyOf));
    return numbers ? this.catalog.homes.filter(({ unit }) => numbers.has(keyOf(unit.number))) : this.catalog.homes;
  });

  /** what the address calls the home to open, if there is none of that name: a link to a home that has been removed */
  readonly missing: string | undefined;

  private readonly hostOptions: Record<string, string>;

  /** whether the user opened the panel, instead of the URL or the host page; only then it takes the focus */
  isOpenedByHand = false;
  private opener?: HTMLElement;

  constructor(
    readonly data: PageData,
    document: ViewerDocument,
    readonly host: HostPort,
  ) {
    const { options, texts, locale, today } = data;
    this.hostOptions = hostOptionsOf(options);
    this.catalog = new Catalog(document);
    this.phrases = new Phrases(locale, texts, today, options);
    this.facets = facetsOf(document.assets, this.catalog.homes, this.phrases, today);
    const hasBuildings = document.assets.some(({ buildings }) => buildings.length > 1);
    this.groupings = GROUPINGS.filter((each) => each !== 'building' || hasBuildings);
    if (options.hide_apply_button) this.hidden.value = new Set<UiPart>(['apply']);
    if (options.sort) this.sort.value = options.sort;
    if (options.group && this.groupings.includes(options.group)) this.grouping.value = options.group;
    if (options.filters) this.choice.value = knownChoice(this.facets, parseChoice(options.filters));
    if (options.saved) this.saved.value = parseSaved(options.saved, this.catalog);
    const home = options.unit === undefined ? undefined : this.catalog.find(options.unit);
    if (home) this.opened.value = { kind: 'home', id: home.id };
    else this.missing = options.unit;
    this.sheetId.value = this.firstSheet(home)?.id;
    if (!home && options.floor === undefined) this.followMatches();
  }

  homesFor(choice: Choice): Home[] {
    return this.candidates.value.filter(ruleOf(this.facets, choice));
  }

  shows(part: UiPart): boolean {
    return !this.hidden.value.has(part);
  }

  select(id: string | null, source: Source): void {
    const home = this.catalog.home(id);
    this.isOpenedByHand = false;
    if (home && source !== 'host') this.rememberOpener();
    batch(() => {
      this.opened.value = home ? { kind: 'home', id: home.id } : null;
      if (home) this.sheetId.value = this.catalog.sheetFor(home, this.sheet.value)?.id ?? this.sheetId.value;
    });
    if (home && source === 'map') this.host.emit('metrics.unitMap.unit.click', { unit: hostUnit(home) });
    if (home && source === 'list') this.host.emit('metrics.unitList.unit.click', { unit: hostUnit(home) });
  }

  openMarker(id: string): void {
    this.rememberOpener();
    this.opened.value = { kind: 'marker', id };
  }

  /** Closes the open panel and returns the focus, unless the page does not have it: a call must not take it from the host page. */
  leave(to = this.opener): void {
    const opened = this.opened.value;
    this.opened.value = null;
    const id = opened?.kind === 'home' ? opened.id : ''; // a marker may have the id of a home
    const row = () => globalThis.document.querySelector<HTMLElement>(`[data-home="${CSS.escape(id)}"] a`);
    const place = () => (to?.isConnected ? to : row());
    this.opener = undefined;
    if (!globalThis.document.hasFocus()) return;
    const focus = () => (place() ? place()!.focus({ preventScroll: to?.role === 'option' }) : focusList());
    focus();
    if (document.activeElement !== place()) queueMicrotask(focus); // the panel hid it until it was closed
  }

  /** Saves a home, or removes it from the saved ones. */
  save(home: Home): void {
    const others = this.saved.value.filter((each) => each !== home);
    this.saved.value = others.length < this.saved.value.length ? others : [...others, home];
    this.host.emit('saved.change', { units: this.saved.value.map(hostUnit), url: this.shareUrl() });
  }

  /** The URL to share: of a home, or of the saved homes; that of the host page if it has given a template. */
  shareUrl(home?: Home): string {
    const place: Record<string, string> = home
      ? { unit: this.catalog.nameOf(home) }
      : { saved: printSaved(this.saved.value, this.catalog) };
    const { share_url: template } = this.data.options;
    if (!template) return `${this.data.urls.canonical}?${new URLSearchParams(place)}`;
    return template.replace(/\{(unit|saved)\}/g, (_, name: string) => encodeURIComponent(place[name] ?? ''));
  }

  private rememberOpener(): void {
    this.isOpenedByHand = true;
    const { activeElement } = globalThis.document;
    const isInside = activeElement?.closest('.panel') ?? activeElement === globalThis.document.body;
    if (activeElement instanceof HTMLElement && !isInside) this.opener = activeElement;
  }

  showSheet(id: string): void {
    this.sheetId.value = id;
  }

  filter(name: string, values: string[]): void {
    this.choose(withValues(this.choice.value, name, values));
  }

  choose(choice: Choice): void {
    this.choice.value = choiceOf(choice);
    this.tellFilters();
  }

  setNumbers(numbers: string[] | null): void {
    this.numbers.value = numbers;
    this.tellFilters();
  }

  /** Says why no home is left. */
  noneLeft(): string {
    return this.phrases.text(Object.keys(this.choice.value).length > 0 ? 'nothing_fits' : 'no_homes');
  }

  private tellFilters(): void {
    const count = this.left.value.length;
    const moved = this.followMatches();
    const found = count > 0 ? this.phrases.counted('homes', count) : this.noneLeft();
    this.announcement.value = moved ? `${found}, ${moved.label}` : found;
    this.host.emit('metrics.filters.change', { filters: this.choice.value, count });
  }

  /** Shows the sheet of the first match if the current one has none. @returns it */
  private followMatches(): Sheet | undefined {
    const current = this.sheet.value;
    if (!current || this.matches.value?.get(current.id) !== 0) return undefined;
    for (const { homes } of this.groups.value)
      for (const home of homes) {
        const sheet = this.catalog.sheetFor(home);
        if (!sheet) continue;
        this.sheetId.value = sheet.id;
        return sheet;
      }
    return undefined;
  }

  /** Fetches the drawing of a sheet unless it is loaded or loading. */
  async load(sheet: Sheet): Promise<void> {
    const { url } = sheet.map;
    const known = this.drawings.value.get(sheet.id);
    if (!url || (known && known !== 'failed')) return;
    this.draw(sheet.id, 'loading');
    try {
      this.draw(sheet.id, await fetchGeometry(url));
    } catch {
      this.draw(sheet.id, 'failed');
    }
  }

  private draw(id: string, drawing: Drawing): void {
    this.drawings.value = new Map(this.drawings.value).set(id, drawing);
  }

  /** A link to a unit or floor of this page, for another tab and for visitors without scripts. It keeps the host's options. */
  linkTo(place: Record<string, string> = {}): string {
    const query = new URLSearchParams({ ...this.hostOptions, ...place });
    return query.size > 0 ? `?${query}` : this.data.urls.self;
  }

  /** The query parameters for the current state; those unrelated to the user's choices stay unchanged. */
  query(before: URLSearchParams): URLSearchParams {
    const query = new URLSearchParams(before);
    const set = (name: string, value: string | undefined) =>
      value === undefined ? query.delete(name) : query.set(name, value);
    const sheet = this.sheet.value;
    const home = this.home.value;
    set('unit', home && this.catalog.nameOf(home));
    set('floor', sheet && sheet !== this.defaultSheet ? this.catalog.nameOfSheet(sheet) : undefined);
    set('filters', printChoice(this.choice.value) || undefined);
    set('saved', printSaved(this.saved.value, this.catalog) || undefined);
    set('sort', this.sort.value === 'price' ? undefined : this.sort.value);
    set('group', this.grouping.value === 'floor' ? undefined : this.grouping.value);
    return query;
  }

  private firstSheet(home: Home | undefined): Sheet | undefined {
    const { floor } = this.data.options;
    const first = (floor === undefined ? undefined : this.catalog.findSheet(floor)) ?? this.defaultSheet;
    return home ? (this.catalog.sheetFor(home, first) ?? first) : first;
  }

  /** The sheet of an address without a floor. */
  private get defaultSheet(): Sheet | undefined {
    const { instance } = this.data.options;
    const { sheets } = this.catalog;
    return sheets.find(({ map }) => instance && map.instance_keys?.includes(instance)) ?? sheets[0];
  }
}

/** Query parameters of the options that visitors cannot change. */
function hostOptionsOf({ unit, floor, filters, saved, sort, group, theme = {}, ...others }: ViewerOptions) {
  const tokens = Object.entries(theme).map(([token, value]) => [`theme.${token}`, value]);
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...given, ...tokens].map(([name, value]) => [name, String(value)]));
}

/** Names of homes, `101,204`; commas within names are percent-encoded. */
const printSaved = (homes: Home[], catalog: Catalog): string =>
  homes.map((home) => catalog.nameOf(home).replace(/[%,]/g, encodeURIComponent)).join();

const parseSaved = (text: string, catalog: Catalog): Home[] => [
  ...new Set(text.split(',').flatMap((name) => catalog.find(decoded(name)) ?? [])),
];
