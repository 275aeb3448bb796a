/** What an entry offers. */
export interface Offer {
  /** whole units of the currency per month */
  price: number;
  /** `YYYY-MM-DD` */
  available_on: string;
  /** months */
  lease_term: number | null;
  lease_starts_on: string | null;
}

/** What a visitor asks for: without a date and a term, the entry of the flat view. */
export interface QuoteRequest {
  moveIn?: string | undefined;
  /** months */
  term?: number | undefined;
}

/** The lease term without a request for another one. */
const DEFAULT_TERM = 12;
/** After every term, as in the flat view. */
const NO_TERM = 127;

/**
 * The offer for a move-in date and lease term: that of the term, otherwise one without a term; and of these the one with the latest start
 * until the date, otherwise one without a start. Without them it is the entry of the flat view: starts that have passed come after
 * others, and the earliest start counts. Of several terms that nearest to a year counts, then the longer one, then the lowest price.
 * @param offers in the order in which they were received
 * @param today the day for which the flat view was selected
 */
export function quoteOf(offers: readonly Offer[], { moveIn, term }: QuoteRequest, today: string): Offer | undefined {
  const wanted = term ?? DEFAULT_TERM;
  const startsIn = ({ lease_starts_on: start }: Offer) => start ?? (moveIn === undefined ? '9999-12-31' : '0001-01-01');
  const isPast = ({ lease_starts_on: start }: Offer) => moveIn === undefined && start !== null && start < today;
  const distance = ({ lease_term: offered }: Offer) => (offered === null ? NO_TERM : Math.abs(offered - wanted));
  const fits = (offer: Offer) =>
    (term === undefined || offer.lease_term === null || offer.lease_term === term) &&
    (moveIn === undefined || (offer.available_on <= moveIn && (offer.lease_starts_on ?? moveIn) <= moveIn));
  const byStart = (a: Offer, b: Offer) => {
    const [one, other] = moveIn === undefined ? [a, b] : [b, a];
    return startsIn(one) < startsIn(other) ? -1 : Number(startsIn(one) > startsIn(other));
  };
  return offers
    .filter(fits)
    .toSorted(
      (a, b) =>
        Number(isPast(a)) - Number(isPast(b)) ||
        distance(a) - distance(b) ||
        (b.lease_term ?? 0) - (a.lease_term ?? 0) ||
        byStart(a, b) ||
        a.price - b.price,
    )[0];
}
