import { hash } from 'node:crypto';
import type { SentEntry } from '@app/pricing/contract';

/** Finds the second of two prices for one unit, term and start in a file. Equal prices may be repeated. */
export class RepeatedPrices {
  /** the first price and its line, by unit, term and start */
  private readonly first = new Map<string, { price: number; line: number }>();

  /** @returns an error if an earlier line has another price for the same unit, term and start */
  add(
    { provider_id: id, price, lease_term: term, lease_starts_on: start }: SentEntry,
    line: number,
  ): string | undefined {
    const key = digest([id, term ?? null, start ?? null]);
    const earlier = this.first.get(key);
    if (!earlier) this.first.set(key, { price, line });
    if (!earlier || earlier.price === price) return undefined;
    const its = `provider_id "${id}"${term ? ` for ${term} months` : ''}${start ? ` from ${start}` : ''}`;
    return `price ${price} is a second one of ${its}: line ${earlier.line} says ${earlier.price}`;
  }
}

/** 96 bits, because a file may have millions of rows. */
const digest = (key: unknown): string => hash('sha1', JSON.stringify(key), 'binary').slice(0, 12);
