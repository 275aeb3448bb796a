import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { Price } from './list.js';
import { Share } from './share.js';

/** The saved homes side by side: four on a desktop, and more by scrolling. */
export function Comparison({ store, onClose }: { store: Store; onClose: () => void }) {
  const { phrases, saved, catalog } = store;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const homes = saved.value;
  const has = (part: (home: Home) => unknown) => homes.some(part);
  const row = (label: string, cell: (home: Home) => ComponentChildren) => (
    <tr>
      {label ? <th scope="row">{label}</th> : <td />}
      {homes.map((home) => (
        <td key={home.id}>{cell(home)}</td>
      ))}
    </tr>
  );
  const open = (event: Event, home: Home) => {
    event.preventDefault();
    dialog.current!.close();
    store.select(home.id, 'list');
  };
  return (
    <dialog class="filter-dialog compare" ref={dialog} aria-labelledby="compare-title" onClose={onClose}>
      <div class="dialog-head">
        <h2 id="compare-title">{phrases.text('saved_count', { count: phrases.number(homes.length) })}</h2>
        <button class="tool" onClick={() => dialog.current!.close()}>
          <Icon name="close" />
          <span class="quiet">{phrases.text('close')}</span>
        </button>
      </div>
      <div class="dialog-body" tabIndex={0} role="region" aria-labelledby="compare-title">
        <table>
          <thead>
            <tr>
              <td />
              {homes.map((home) => (
                <th key={home.id} scope="col">
                  {home.plan.image_url && <img src={home.plan.image_url} alt="" />}
                  <a href={store.linkTo({ unit: catalog.nameOf(home) })} onClick={(event) => open(event, home)}>
                    {phrases.text('unit', { number: home.unit.number })}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row(phrases.text('price_filter'), (home) => (
              <>
                <Price home={home} phrases={phrases} withTerm />
                {home.unit.affordable && <div>{phrases.text('affordable')}</div>}
              </>
            ))}
            {row(phrases.text('availability_filter'), phrases.availability.bind(phrases))}
            {row(phrases.text('bedroom_filter'), ({ plan }) => phrases.rooms(plan))}
            {row(phrases.text('area_filter'), ({ asset, unit }) => phrases.area(asset, unit.area))}
            {row(phrases.text('group_floor'), ({ floor }) => floor.label)}
            {row(phrases.text('group_floor_plan'), ({ plan }) => plan.name)}
            {has(({ unit }) => unit.specials) && row(phrases.text('special'), ({ unit }) => unit.specials)}
            {row('', (home) => (
              <button class="button" onClick={() => store.save(home)}>
                {phrases.text('remove')}
                <span class="quiet"> {phrases.text('unit', { number: home.unit.number })}</span>
              </button>
            ))}
          </tbody>
        </table>
      </div>
      {store.shows('share') && (
        <div class="dialog-foot">
          <Share store={store} />
        </div>
      )}
    </dialog>
  );
}
