import { Component } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SortOrder } from '../host-api.js';
import type { PlainKey } from '../i18n/en.js';
import { keyOf, linksOf, type Home } from '../model/catalog.js';
import { NUMBER, without, valueText, type Choice as Chosen } from '../model/facets.js';
import type { Group } from '../model/listing.js';
import type { Phrases } from '../model/phrases.js';
import { focusList, type Store } from '../store.js';
import { LinkButton } from './links.js';

const SORTS: [SortOrder, PlainKey][] = [
  ['price', 'sort_price'],
  ['-price', 'sort_price_down'],
  ['number', 'sort_number'],
  ['-number', 'sort_number_down'],
  ['area', 'sort_area'],
  ['-area', 'sort_area_down'],
  ['date', 'sort_date'],
  ['-date', 'sort_date_down'],
];

/** The heading of a group, which stays above its rows. */
const HEADING_PX = 40;
/** About the height of a row. */
const ROW_PX = 72;
/** Homes whose rows are rendered together, and those that have rows from the beginning. */
const PART = 50;
const FIRST = 150;
/** Around the page, and around the list where it scrolls by itself. */
const NEAR: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: '999px', scrollMargin: '999px' };

/** The list of homes that match the filters. */
export function List({ store }: { store: Store }) {
  const { phrases } = store;
  const groups = store.groups.value;
  let from = 0;
  return (
    <>
      <div class="list-head">
        <h2 id="list-title">
          <Count store={store} />
        </h2>
        <FindNumber store={store} />
        <Choice
          label={phrases.text('sort')}
          value={store.sort.value}
          options={SORTS.map(([order, text]) => [order, phrases.text(text)])}
          onChange={(value) => (store.sort.value = value)}
        />
        <Choice
          label={phrases.text('group')}
          value={store.grouping.value}
          options={store.groupings.map((each) => [each, phrases.text(`group_${each}`)])}
          onChange={(value) => (store.grouping.value = value)}
        />
      </div>
      {groups.length === 0 && <NothingFits store={store} />}
      <div
        class="groups"
        onClick={(event) => openRow(event, store)}
        onMouseOver={(event) => hoverRow(event, store)}
        onMouseLeave={() => (store.hovered.value = null)}
      >
        {groups.map((group) => (
          <GroupOfHomes
            key={group.key}
            group={group}
            store={store}
            from={(from += group.homes.length) - group.homes.length}
          />
        ))}
      </div>
    </>
  );
}

function Count({ store: { phrases, left, catalog } }: { store: Store }) {
  const [count, total] = [left.value.length, catalog.homes.length];
  if (count === total) return <>{phrases.counted('homes', total)}</>;
  return <>{phrases.text('homes_of', { count: phrases.number(count), total: phrases.number(total) })}</>;
}

/** Leaves the homes whose number contains what is typed; Enter opens the one that is meant. */
function FindNumber({ store }: { store: Store }) {
  const { phrases, choice, facets, left } = store;
  if (!facets.some(({ name, isNumber }) => isNumber && name === NUMBER)) return null;
  const typed = choice.value[NUMBER]?.[0] ?? '';
  const find = ({ currentTarget: { value } }: Event & { currentTarget: HTMLInputElement }) =>
    store.filter(NUMBER, value.trim() ? [value] : []);
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed) return;
    const [first, second] = left.value;
    const meant = left.value.find(({ unit }) => keyOf(unit.number) === keyOf(typed)) ?? (second ? undefined : first);
    if (meant) store.select(meant.id, 'list');
  };
  return (
    <input
      class="find"
      type="search"
      maxLength={255}
      aria-label={phrases.text('find_number')}
      placeholder={phrases.text('number')}
      value={typed}
      onInput={find}
      onChange={find}
      onKeyDown={open}
    />
  );
}

interface ChoiceProps<T> {
  label: string;
  value: T;
  options: [T, string][];
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function GroupOfHomes({ group, store, from }: { group: Group; store: Store; from: number }) {
  const { phrases } = store;
  const id = `group-${group.key}`;
  const { cheapest } = group;
  return (
    <section class="group" aria-labelledby={group.label ? id : 'list-title'}>
      {group.label && (
        <h3 id={id}>
          <span>{group.label}</span>
          <small>
            {phrases.counted('homes', group.homes.length)}
            {cheapest &&
              ` · ${phrases.text('price_from', { price: phrases.money(cheapest.asset, cheapest.unit.price!) })}`}
          </small>
        </h3>
      )}
      <ul>
        {group.homes.map(
          (_, at, homes) =>
            at % PART === 0 && (
              <Part key={at} homes={homes.slice(at, at + PART)} store={store} isFirst={from + at < FIRST} />
            ),
        )}
      </ul>
    </section>
  );
}

interface PartProps {
  homes: Home[];
  store: Store;
  isFirst: boolean;
}

/** Homes of a group. Of a long list, those far below have rows from the time when they come near, or one of them is opened. */
function Part({ homes, store, isFirst }: PartProps) {
  const place = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(isFirst);
  const opened = store.home.value;
  const isShown = isNear || homes.includes(opened!);
  useEffect(() => {
    if (isShown) return setNear(true);
    const show = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && show(), NEAR);
    place.current!.ariaHidden = 'true';
    place.current!.style.height = `${homes.length * ROW_PX}px`;
    observer.observe(place.current!);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, [isShown]);
  if (!isShown)
    return (
      <li class="later" data-homes={homes.map(({ id }) => id).join(' ')} ref={place}>
        <noscript>{store.phrases.counted('homes_need_script', homes.length)}</noscript>
      </li>
    );
  return (
    <>
      {homes.map((home) => (
        <Row
          key={home.id}
          home={home}
          store={store}
          isOpened={home === opened}
          isSaved={store.saved.value.includes(home)}
        />
      ))}
    </>
  );
}

interface RowProps {
  home: Home;
  store: Store;
  isOpened: boolean;
  isSaved: boolean;
}

/** Rendered again only if its props change, because a choice leaves most rows unchanged. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { home, isOpened, isSaved } = this.props;
    return next.home !== home || next.isOpened !== isOpened || next.isSaved !== isSaved;
  }

  override render({ home, store, isOpened, isSaved }: RowProps) {
    const { phrases } = store;
    const { unit, plan, asset } = home;
    const icons = linksOf(home).filter(({ link }) => link.show_icon_in_list);
    return (
      <li data-home={home.id} data-state={unit.availability} data-opened={isOpened}>
        <a
          href={store.linkTo({ unit: store.catalog.nameOf(home) })}
          aria-current={isOpened ? 'true' : undefined}
          data-open
        >
          <i class="swatch" aria-hidden="true" />
          <span class="name">
            <b>{unit.number}</b> <span class="state">{phrases.availability(home)}</span>
          </span>
          <Price home={home} phrases={phrases} />
          <span class="facts">
            <span>
              {phrases.rooms(plan)} · {phrases.area(asset, unit.area)}
            </span>
            {isSaved && <span class="tag">{phrases.text('saved')}</span>}
            {unit.specials && <span class="tag">{phrases.text('special')}</span>}
            {unit.affordable && <span class="tag">{phrases.text('affordable')}</span>}
          </span>
        </a>
        {icons.map((link) => (
          <LinkButton key={link.link.id} home={home} link={link} store={store} look="icon" />
        ))}
      </li>
    );
  }
}

/** The monthly price, preceded by the struck-through full price, if reduced. */
export function Price({ home: { unit, asset }, phrases, withTerm }: { home: Home; phrases: Phrases; withTerm?: true }) {
  if (unit.price === undefined) {
    if (unit.availability === 'unavailable') return null;
    return <span class="price none">{phrases.text(unit.price_incomplete ? 'price_incomplete' : 'no_price')}</span>;
  }
  const price = phrases.money(asset, unit.price);
  const full = unit.full_price !== undefined && unit.full_price > unit.price && phrases.money(asset, unit.full_price);
  return (
    <span class="price">
      {full && (
        <s>
          <span class="quiet">{phrases.text('price_reduced', { price: '' })}</span>
          {full}
        </s>
      )}{' '}
      <b>{price}</b>
      <small>
        {phrases.text(unit.base_price === undefined ? 'per_month' : 'total_per_month')}
        {withTerm && unit.lease_term && ` · ${phrases.counted('months', unit.lease_term)}`}
      </small>
      {unit.base_price !== undefined && (
        <small class="base"> {phrases.text('base_price', { price: phrases.money(asset, unit.base_price) })}</small>
      )}
    </span>
  );
}

/** Shown without matches; suggests which filter to remove. */
function NothingFits({ store }: { store: Store }) {
  const { phrases, blockingFilters, choice } = store;
  /** Moves the focus to the list first, because the choice removes the button that has it. */
  const choose = (next: Chosen) => {
    focusList();
    store.choose(next);
  };
  return (
    <div class="nothing">
      <p>{store.noneLeft()}</p>
      {blockingFilters.value.slice(0, 3).map(({ facet, count }) => (
        <button key={facet.name} class="button" onClick={() => choose(without(choice.value, facet.name))}>
          {phrases.counted('drop_filter', count, { filter: valueText(facet, choice.value[facet.name]!, phrases) })}
        </button>
      ))}
      {Object.keys(choice.value).length > 0 && (
        <button class="button" onClick={() => choose({})}>
          {phrases.text('clear_all')}
        </button>
      )}
    </div>
  );
}

/**
 * Scrolls the list, or on a phone the page, to the homes of the shown sheet. `scrollIntoView` would scroll the host page, too. Where the
 * page scrolls the plan away, it stays.
 */
export function bringIntoList(store: Store): void {
  const shown = new Set(store.sheet.peek()?.map.unit_ids);
  const first = store.groups.peek().flatMap(({ homes }) => homes.filter(({ id }) => shown.has(id)))[0];
  const id = first && CSS.escape(first.id);
  const row = document.querySelector<HTMLElement>(`li[data-home="${id}"],li[data-homes~="${id}"]`);
  const list = document.getElementById('list');
  const plan = document.querySelector<HTMLElement>('.plan-pane');
  if (!first || !row || !list || !plan) return;
  const isOwn = getComputedStyle(list).overflowY === 'auto';
  if (!isOwn && getComputedStyle(plan).position !== 'sticky') return;
  const group = row.closest('.group')!;
  const before = row.dataset['homes']?.split(' ').indexOf(first.id) ?? 0;
  const isFirst = group.querySelector('li') === row && before === 0;
  const top = isOwn ? list.getBoundingClientRect().top : plan.offsetHeight;
  const distance = isFirst
    ? group.getBoundingClientRect().top - top
    : row.getBoundingClientRect().top - top - HEADING_PX + before * ROW_PX;
  (isOwn ? list : document.scrollingElement!).scrollTop += distance;
}

const homeOf = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-home]')?.dataset['home'];

/** Opens the home in place, unless the click opens the link in another tab or window. */
function openRow(event: MouseEvent, store: Store): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!(event.target as Element).closest('[data-open]')) return;
  event.preventDefault();
  store.select(homeOf(event) ?? null, 'list');
}

function hoverRow(event: Event, store: Store): void {
  store.hovered.value = homeOf(event) ?? null;
}
