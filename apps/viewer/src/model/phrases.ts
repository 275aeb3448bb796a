import type { Availability, ViewerAsset, ViewerFloorPlan, ViewerUnit } from '../document.js';
import type { CountedKey, PlainKey, Texts } from '../i18n/en.js';
import type { Home } from './catalog.js';

type Values = Record<string, string | number>;

/** Square metres per unit; a foot is 0.3048 m. */
const SQUARE_METRES = { sqft: 0.3048 ** 2, sqm: 1 };

export interface Overrides {
  currency?: string;
  area_unit?: 'sqft' | 'sqm';
}

/** Formats texts in their language, and money, dates and areas for a locale, which may be of another language. */
export class Phrases {
  readonly locale: string;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly daysOfYears: Intl.DateTimeFormat;
  private readonly monies = new Map<string, Intl.NumberFormat>();

  constructor(
    locale: string,
    private readonly texts: Texts,
    private readonly today: string,
    private readonly overrides: Overrides = {},
  ) {
    this.locale = supported(locale);
    this.plurals = new Intl.PluralRules(texts.language);
    this.numbers = new Intl.NumberFormat(this.locale);
    // Calendar days, which must not shift with the time zone.
    this.days = new Intl.DateTimeFormat(this.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    this.daysOfYears = new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  }

  text(key: PlainKey, values?: Values): string {
    return fill(this.texts[key], values);
  }

  counted(key: CountedKey, count: number, values?: Values): string {
    const forms = this.texts[key];
    return fill(this.plurals.select(count) === 'one' ? forms.one : forms.other, {
      ...values,
      count: this.numbers.format(count),
    });
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  /** Formats an amount without conversion; for visitors with another currency, with the currency code. */
  money({ currency }: ViewerAsset, amount: number): string {
    const digits = Number.isInteger(amount) ? 0 : 2;
    const key = `${currency}${digits}`;
    let format = this.monies.get(key);
    if (!format) {
      const isForeign = this.overrides.currency !== undefined && this.overrides.currency !== currency;
      format = moneyFormat(this.locale, currency, isForeign ? 'code' : 'narrowSymbol', digits);
      this.monies.set(key, format);
    }
    return format.format(amount);
  }

  area(asset: ViewerAsset, area: number): string {
    return this.areaText(asset, this.areaOf(asset, area));
  }

  /** An area of the asset in the unit in which it is shown. */
  areaOf(asset: ViewerAsset, area: number): number {
    const unit = this.areaUnit(asset);
    return unit === asset.area_unit ? area : Math.round((area * SQUARE_METRES[asset.area_unit]) / SQUARE_METRES[unit]);
  }

  areaText(asset: ViewerAsset, shown: number): string {
    return this.text(this.areaUnit(asset), { area: this.numbers.format(shown) });
  }

  private areaUnit({ area_unit }: ViewerAsset) {
    return this.overrides.area_unit ?? area_unit;
  }

  /** `Mar 3`, with the year unless it is the current one. */
  day(date: string): string {
    const format = date.slice(0, 4) === this.today.slice(0, 4) ? this.days : this.daysOfYears;
    return format.format(new Date(`${date}T00:00:00Z`));
  }

  /** `Nov 22, 2026, 4:30 AM EST`; in UTC if the browser does not know the time zone. */
  instant(at: string, timeZone: string): string {
    const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
    try {
      return new Intl.DateTimeFormat(this.locale, { ...date, ...time, timeZone }).format(new Date(at));
    } catch {
      return this.instant(at, 'UTC');
    }
  }

  /** `Available now`, `On notice · From Mar 3`. Without published prices, nothing is known about availability. */
  availability({
    unit,
    asset,
  }: {
    unit: Pick<ViewerUnit, 'availability' | 'available_on' | 'state' | 'status'>;
    asset: Pick<ViewerAsset, 'state'>;
  }): string {
    if (asset.state === 'empty') return this.text('ask_availability');
    const { availability, available_on, state, status } = unit;
    const date = availability === 'upcoming' && available_on && this.text('upcoming', { date: this.day(available_on) });
    const name = state && state !== 'available' ? this.text(state) : !date && this.availabilityName(availability);
    return [name, date, status].filter(Boolean).join(' · ');
  }

  /** `104, 2 bedrooms, From Mar 1, 2027, $2,400 a month` */
  summary(home: Pick<Home, 'unit' | 'plan' | 'asset'>): string {
    const { unit, plan, asset } = home;
    const price =
      unit.price === undefined ? [] : [this.text('price_monthly', { price: this.money(asset, unit.price) })];
    return [unit.number, this.bedrooms(plan.bedroom_count), this.availability(home), ...price].join(', ');
  }

  availabilityName(availability: Availability): string {
    return this.text(availability === 'upcoming' ? 'legend_upcoming' : availability);
  }

  bedrooms(count: number): string {
    return count === 0 ? this.text('studio') : this.counted('bedrooms', count);
  }

  /** `2 bedrooms · 1 bath` */
  rooms(plan: ViewerFloorPlan): string {
    const rooms = this.bedrooms(plan.bedroom_count);
    return plan.bathroom_count > 0 ? `${rooms} · ${this.counted('bathrooms', plan.bathroom_count)}` : rooms;
  }
}

const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

function supported(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function moneyFormat(
  locale: string,
  currency: string,
  currencyDisplay: 'code' | 'narrowSymbol',
  digits: number,
): Intl.NumberFormat {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...fraction });
}
