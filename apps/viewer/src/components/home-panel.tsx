import { descriptionsOf, linksOf, type Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { ApplyLink, LinkButton } from './links.js';
import { Price } from './list.js';
import { Prose, Tabs, type Tab } from './tabs.js';

/** The details of a home. */
export function HomePanel({ home, store }: { home: Home; store: Store }) {
  const { phrases } = store;
  const { unit, plan, asset, floor, building } = home;
  const place = asset.buildings.length > 1 ? [building.label, floor.label] : [floor.label];
  const links = linksOf(home);
  return (
    <>
      {plan.image_url && (
        <img class="picture" src={plan.image_url} alt={phrases.text('floor_plan_image', { name: plan.name })} />
      )}
      <div class="panel-body">
        <div class="panel-head">
          <h2 id="panel-title">{phrases.text('unit', { number: unit.number })}</h2>
          <Price home={home} phrases={phrases} />
        </div>
        <p class="facts">
          {phrases.rooms(plan)} · {phrases.area(asset, unit.area)}
          <br />
          {[plan.name, ...place].map((name, i) => (
            <>
              {i > 0 && ' · '}
              <bdi>{name}</bdi>
            </>
          ))}
        </p>
        <p class="state" data-state={unit.availability}>
          <i class="swatch" aria-hidden="true" />
          <b>{phrases.availability(unit)}</b>
          {unit.affordable && <span>{phrases.text('affordable')}</span>}
          {unit.status && <span>{phrases.text('status', { status: unit.status })}</span>}
        </p>
        {unit.specials && (
          <p class="special">
            <b>{phrases.text('special')}</b> {unit.specials}
          </p>
        )}
        {!store.catalog.sheetFor(home) && <p class="facts">{phrases.text('not_on_plan')}</p>}
        <Tabs key={unit.id} name={unit.id} tabs={tabsOf(home, store)} />
      </div>
      {(links.length > 0 || unit.apply_url) && (
        <div class="actions">
          {links.map((link) => (
            <LinkButton key={link.link.id} home={home} link={link} store={store} />
          ))}
          <ApplyLink home={home} store={store} />
        </div>
      )}
    </>
  );
}

function tabsOf(home: Home, { phrases }: Store): Tab[] {
  const { unit, plan } = home;
  const texts = descriptionsOf(home).map(({ id, label, html }) => ({ id, label, content: <Prose html={html} /> }));
  const views = [unit.view_image_url, unit.secondary_view_image_url].filter((url) => url !== undefined);
  const picture = (url: string, alt: string) => <img key={url} src={url} alt={alt} loading="lazy" />;
  return [
    ...texts,
    ...(plan.secondary_image_url
      ? [
          {
            id: 'plan',
            label: phrases.text('floor_plan'),
            content: picture(plan.secondary_image_url, phrases.text('floor_plan_image', { name: plan.name })),
          },
        ]
      : []),
    ...(views.length > 0
      ? [
          {
            id: 'view',
            label: phrases.text('view'),
            content: views.map((url) => picture(url, phrases.text('view_image', { number: unit.number }))),
          },
        ]
      : []),
  ];
}
