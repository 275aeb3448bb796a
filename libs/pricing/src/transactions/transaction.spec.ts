import { PricesPublished } from './transaction.events.js';
import { PricingTransaction } from './transaction.aggregate.js';

const opened = new Date('2026-11-20T10:00:00Z');
const minutes = (count: number) => new Date(opened.getTime() + count * 60_000);
const open = () => new PricingTransaction('1', '7', 'flat_pricing', opened);

describe('A pricing transaction', () => {
  it('is closed thirty minutes after it opened, whether or not the sweep has run', () => {
    const transaction = open();

    expect(() => transaction.accept(1, minutes(29.99))).not.toThrow();
    expect(() => transaction.accept(1, minutes(30))).toThrow('is expired');
    expect(transaction.statusAt(minutes(30))).toBe('expired');
  });

  it('lives no longer for what is sent', () => {
    const transaction = open();
    transaction.accept(1, minutes(29));

    expect(transaction.expiresIn(minutes(29))).toBe(60);
    expect(transaction.expiresIn(minutes(30))).toBeNull();
  });

  it('counts what it accepts', () => {
    const transaction = open();
    transaction.accept(200, minutes(1));
    transaction.accept(0, minutes(2));

    expect(transaction).toMatchObject({ sourceCount: 2, entryCount: 200 });
  });

  it('publishes an empty set, but not the lack of one', () => {
    const empty = open();
    empty.accept(0, opened);

    expect(() => empty.queue(minutes(1))).not.toThrow();
    expect(() => open().queue(minutes(1))).toThrow('nothing to publish');
  });

  it('ends once, and says so', () => {
    const transaction = open();
    transaction.accept(1, opened);
    transaction.queue(minutes(1));
    transaction.finish(minutes(1));

    expect(transaction.takeEvents()).toEqual([new PricesPublished('1', '7', transaction.id)]);
    expect(() => transaction.queue(minutes(2))).toThrow('is finished');
    expect(() => transaction.abort(minutes(2))).toThrow('is finished');
    expect(transaction.expiresIn(minutes(2))).toBeNull();
  });

  it('is expired when it is given up', () => {
    const transaction = open();
    transaction.abort(minutes(5));

    expect(transaction.statusAt(minutes(5))).toBe('expired');
    expect(() => transaction.accept(1, minutes(6))).toThrow('is expired');
  });
});
