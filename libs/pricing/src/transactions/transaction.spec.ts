import { PricesPublished } from './transaction.events.js';
import { PricingTransaction } from './transaction.aggregate.js';

const opened = new Date('2026-11-20T10:00:00Z');
const minutes = (count: number) => new Date(opened.getTime() + count * 60_000);
const hashSum = [0, 0] as const;
const entries = (count: number) => ({ entries: count, bytes: 100 * count, largestUnit: 1, hashSum });
const open = () => new PricingTransaction('1', '7', 'flat_pricing', opened);

describe('A pricing transaction', () => {
  it('expires thirty minutes after it was opened, even before the job has recorded it', () => {
    const transaction = open();

    expect(() => transaction.accept(entries(1), minutes(29.99))).not.toThrow();
    expect(() => transaction.accept(entries(1), minutes(30))).toThrow('is expired');
    expect(transaction.statusAt(minutes(30))).toBe('expired');
  });

  it('is not prolonged by entries', () => {
    const transaction = open();
    transaction.accept(entries(1), minutes(29));

    expect(transaction.expiresIn(minutes(29))).toBe(60);
    expect(transaction.expiresIn(minutes(30))).toBeNull();
  });

  it('counts the entries that it accepts', () => {
    const transaction = open();
    transaction.accept(entries(200), minutes(1));
    transaction.accept(entries(0), minutes(2));

    expect(transaction).toMatchObject({ sourceCount: 2, entryCount: 200 });
  });

  it('accepts at most two million entries', () => {
    const transaction = open();
    for (let sent = 0; sent < 10; sent += 1) transaction.accept(entries(200_000), minutes(1));

    expect(transaction).toMatchObject({ entryCount: 2_000_000 });
    expect(() => transaction.accept(entries(1), minutes(1))).toThrow('at most 2000000');
  });

  it('accepts at most 1 GiB', () => {
    const transaction = open();
    const sent = { entries: 1, bytes: 64 * 1024 ** 2, largestUnit: 1, hashSum };
    for (let count = 0; count < 16; count += 1) transaction.accept(sent, minutes(1));

    expect(() => transaction.accept({ ...sent, bytes: 1 }, minutes(1))).toThrow('must not exceed 1 GiB');
  });

  it('requests a count only when a unit may exceed the limit', () => {
    const transaction = open();
    const sent = { entries: 20_000, bytes: 1, largestUnit: 5_000, hashSum };
    transaction.accept(sent, minutes(1));
    transaction.accept(sent, minutes(1));
    expect(transaction.mayExceedUnit).toBe(false);
    transaction.accept({ ...sent, largestUnit: 1, hashSum }, minutes(1));
    expect(transaction.mayExceedUnit).toBe(true);

    transaction.boundUnit('P-1', 10_000);
    expect(transaction.mayExceedUnit).toBe(false);
    expect(() => transaction.boundUnit('P-1', 10_001)).toThrow('provider_id "P-1" would have 10001');
  });

  it('publishes an empty set, but not a missing one', () => {
    const empty = open();
    empty.accept(entries(0), opened);

    expect(() => empty.queue(minutes(1))).not.toThrow();
    expect(() => open().queue(minutes(1))).toThrow('nothing to publish');
  });

  it('finishes once', () => {
    const transaction = open();
    transaction.accept(entries(1), opened);
    transaction.queue(minutes(1));
    transaction.finish(minutes(1), '1', {});

    expect(transaction.takeEvents()).toEqual([new PricesPublished('1', '7', transaction.id)]);
    expect(() => transaction.queue(minutes(2))).toThrow('is finished');
    expect(() => transaction.abort(minutes(2))).toThrow('is finished');
    expect(transaction.expiresIn(minutes(2))).toBeNull();
  });

  it('is expired when it is aborted', () => {
    const transaction = open();
    transaction.abort(minutes(5));

    expect(transaction.statusAt(minutes(5))).toBe('expired');
    expect(() => transaction.accept(entries(1), minutes(6))).toThrow('is expired');
  });
});
