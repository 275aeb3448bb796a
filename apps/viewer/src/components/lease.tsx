import { useEffect, useState } from 'preact/hooks';
import type { Home } from '../model/catalog.js';
import type { Store } from '../store.js';

/** What the service answers (docs/pricing.md, Quotes). */
interface Quote {
  price: number | null;
  lease_term: number | null;
  terms: number[];
}

/** The date in a time zone, as `2027-03-01`. The date of the page is that of its westernmost asset, from when it was loaded. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format();

/** The price of a home for another move-in date or lease term. It asks the service once the visitor opens it. */
export function Lease({ home: { unit, asset }, store }: { home: Home; store: Store }) {
  const { phrases, data } = store;
  const [wish, ask] = useState<Record<string, string>>();
  const [quote, show] = useState<Quote>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!wish) return;
    const asked = new AbortController();
    const query = new URLSearchParams({ unit: unit.id, ...wish });
    void fetch(`${data.urls.self}/quotes?${query}`, { signal: asked.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Quote>) : undefined))
      .catch(() => undefined)
      .then((found) => {
        if (asked.signal.aborted) return;
        setFailed(!found);
        if (found) show(found);
      });
    return () => asked.abort();
  }, [wish]);
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = wish ?? {};
    ask(value ? { ...others, [name]: value } : others);
  };
  const months = (count: number) => phrases.counted('months', count);
  const term = quote?.lease_term;
  const price =
    quote?.price &&
    [phrases.text('price_monthly', { price: phrases.money(asset, quote.price) }), term && months(term)]
      .filter(Boolean)
      .join(' · ');
  return (
    <details class="lease" onToggle={({ currentTarget: { open } }) => open && !wish && ask({})}>
      <summary>{phrases.text('other_lease')}</summary>
      <fieldset class="calculator">
        <label>
          <span>{phrases.text('move_in_filter')}</span>
          <input
            type="date"
            min={[data.today, todayIn(asset.time_zone), unit.available_on ?? ''].sort()[2]}
            max="9999-12-31"
            onChange={({ currentTarget: { value } }) => change('move_in', value)}
          />
        </label>
        {quote && quote.terms.length > 1 && (
          <label>
            <span>{phrases.text('lease_term')}</span>
            <select onChange={({ currentTarget: { value } }) => change('term', value)}>
              <option value="">{phrases.text('any_term')}</option>
              {quote.terms.map((each) => (
                <option key={each} value={each}>
                  {months(each)}
                </option>
              ))}
            </select>
          </label>
        )}
        <output>{isFailed ? phrases.text('retry') : quote && (price || phrases.text('no_quote'))}</output>
      </fieldset>
    </details>
  );
}
