import { useState } from 'preact/hooks';
import type { ViewerAsset, ViewerCharge } from '../document.js';
import {
  chargesOf,
  choicesOf,
  isDueAtMoveIn,
  isMonthly,
  rentOf,
  shareOf,
  totalOf,
  totalsWithChoices,
} from '../model/costs.js';
import { type Home, hostUnit } from '../model/catalog.js';
import type { Phrases } from '../model/phrases.js';
import type { Store } from '../store.js';

interface Props {
  home: Home;
  phrases: Phrases;
}

/** What a home costs besides the rent: the breakdown, a calculator for optional charges, and disclaimers. */
export function Costs({ home, phrases, store }: Props & { store: Store }) {
  const charges = chargesOf(home);
  const { unit, asset } = home;
  const [rent, total] = [rentOf(home), totalOf(home)];
  if (charges.length === 0 && !asset.disclaimers) return null;
  const counted = charges.filter(({ required }) => required);
  const [monthly, atMoveIn] = [isMonthly, isDueAtMoveIn].map((isPaid) => counted.filter(isPaid));
  const others = charges.filter(
    (charge) => !charge.replaced && !monthly!.includes(charge) && !atMoveIn!.includes(charge),
  );
  const lines = (shown: ViewerCharge[]) =>
    shown.map((charge) => <Line key={charge.id} {...{ charge, home, phrases }} />);
  return (
    <section class="costs" aria-labelledby={`costs-${unit.id}`}>
      <h3 id={`costs-${unit.id}`}>{phrases.text('costs')}</h3>
      <table>
        <tbody>
          {rent !== undefined && (
            <tr>
              <th scope="row">{phrases.text('base_rent')}</th>
              <td>{phrases.money(asset, rent)}</td>
            </tr>
          )}
          {lines(monthly!)}
          {total !== undefined && (
            <tr class="sum">
              <th scope="row">{phrases.text(unit.price_estimate ? 'total_estimate' : 'total_price')}</th>
              <td>{phrases.money(asset, total)}</td>
            </tr>
          )}
          {lines(atMoveIn!)}
          {unit.move_in_price !== undefined && (
            <tr class="sum">
              <th scope="row">{phrases.text('move_in_total')}</th>
              <td>{phrases.money(asset, unit.move_in_price)}</td>
            </tr>
          )}
          {lines(others)}
        </tbody>
      </table>
      <Calculator key={unit.id} {...{ home, phrases, store }} />
      <Disclaimers asset={asset} charges={charges} />
    </section>
  );
}

function Line({ charge, home, phrases }: Props & { charge: ViewerCharge }) {
  const { asset } = home;
  const share = shareOf(home, charge);
  const notes = (['included', 'situational', 'refundable', 'per_applicant'] as const).filter((note) => charge[note]);
  const isOptional = !charge.required && !charge.included && !charge.situational;
  return (
    <tr>
      <th scope="row">
        {charge.label}
        <small>
          {[
            phrases.text(`frequency_${charge.frequency}`),
            ...(share === undefined ? [] : [phrases.text('price_monthly', { price: phrases.money(asset, share) })]),
            ...(isOptional ? [phrases.text('charge_optional')] : []),
            ...notes.map((note) => phrases.text(`charge_${note}`)),
            ...(charge.tooltip ? [charge.tooltip] : []),
          ].join(' · ')}
        </small>
      </th>
      <td>{amountText(charge, asset, phrases)}</td>
    </tr>
  );
}

function amountText(charge: ViewerCharge, asset: ViewerAsset, phrases: Phrases): string {
  const { amount, min_amount: min, max_amount: max, percentage, steps, text_amount: text } = charge;
  const money = (value: number) => phrases.money(asset, value);
  if (amount !== undefined) return money(amount);
  if (min !== undefined && max !== undefined) return `${money(min)}–${money(max)}`;
  if (percentage !== undefined) return phrases.text('percent_of_rent', { percent: phrases.number(percentage) });
  if (steps) return steps.map(money).join(' / ');
  return text ?? '–';
}

/** Adds optional charges, such as pets and parking, to the total price and to what is due at move-in. */
function Calculator({ home, phrases, store }: Props & { store: Store }) {
  const choices = choicesOf(home);
  const [chosen, choose] = useState<Record<string, number>>({});
  const totals = totalsWithChoices(home, chosen);
  if (choices.length === 0 || !totals) return null;
  const { total_price: total, move_in_total: moveIn, move_in_is_complete: isMoveInKnown } = totals;
  const change = (id: string, quantity: number) => {
    const quantities = { ...chosen, [id]: quantity };
    choose(quantities);
    const payload = { unit: hostUnit(home), quantities, total: totalsWithChoices(home, quantities)!.total_price! };
    store.host.emit('metrics.calculator.change', payload);
  };
  const most = ({ max_quantity: max }: ViewerCharge) => Math.min(max ?? 9, 99);
  const money = (amount: number) => phrases.money(home.asset, amount);
  return (
    <fieldset class="calculator">
      <legend>{phrases.text('calculator')}</legend>
      {choices.map((charge) => (
        <label key={charge.id}>
          <span>{charge.label}</span>
          <select onChange={({ currentTarget: { value } }) => change(charge.id, Number(value))}>
            {Array.from({ length: most(charge) + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity} selected={quantity === (chosen[charge.id] ?? 0)}>
                {phrases.number(quantity)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <output>
        {phrases.text('total_chosen', { price: money(total!) })}
        {isMoveInKnown && moveIn !== total && (
          <small>{phrases.text('move_in_chosen', { price: money(moveIn!) })}</small>
        )}
      </output>
    </fieldset>
  );
}

function Disclaimers({ asset, charges }: { asset: ViewerAsset; charges: ViewerCharge[] }) {
  const own = charges.flatMap(({ id, label, disclaimer }) => (disclaimer ? [{ id, label, disclaimer }] : []));
  return (
    <div class="disclaimers">
      {own.map(({ id, label, disclaimer }) => (
        <p key={id}>
          {label}: {disclaimer}
        </p>
      ))}
      {asset.disclaimers?.map(({ id, label, short_text: short, long_text: long, subtext }) => (
        <div key={id}>
          {label && <b>{label}</b>}
          {[short, long, subtext].map((text) => text && <p key={text}>{text}</p>)}
        </div>
      ))}
    </div>
  );
}
