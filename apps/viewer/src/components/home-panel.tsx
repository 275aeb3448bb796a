import { descriptionsOf, linksOf, type Home } from '../model/catalog.js';
import type { Store } from '../store.js';
import { Costs } from './costs.js';
import { Contact, isNotifying, NotifyLink } from './contact.js';
import { Lease } from './lease.js';
import { ApplyLink, LinkButton } from './links.js';
import { Price } from './list.js';
import { Cover, Tours } from './pictures.js';
import { SaveButton } from './saved.js';
import { Prose } from './prose.js';
import { Tabs, type Tab } from './tabs.js';

/** The details of a home. */
export function HomePanel({ home, store }: { home: Home; store: Store }) {
  const { phrases } = store;
  const { unit, plan, asset, floor, building } = home;
  const place = asset.buildings.length > 1 ? [building.label, floor.label] : [floor.label];
  const links = linksOf(home).map((link) => ({ link, key: link.link.id }));
  const media = [unit, plan];
  const isApplying = Boolean(unit.apply_url) && store.shows('apply');
  const isAsking = !isApplying && isNotifying(home, store);
  const mains = isAsking ? 0 : isApplying ? 1 : 2;
  const [main, others] = [links.slice(0, mains), links.slice(mains)];
  return (
    <>
      <div class="panel-top">
        <Cover key={home.id} home={home} store={store} />
        <div class="panel-body">
          <div class="panel-head">
            <h2 id="panel-title">{phrases.text('unit', { number: unit.number })}</h2>
            <Price home={home} phrases={phrases} withTerm />
          </div>
          <p class="state" data-state={unit.availability}>
            <i class="swatch" aria-hidden="true" />
            <b>{phrases.availability(home)}</b>
            <SaveButton home={home} store={store} />
          </p>
        </div>
      </div>
      <div class="panel-body">
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
        {unit.affordable && (
          <p class="tags">
            <span>{phrases.text('affordable')}</span>
          </p>
        )}
        {unit.specials && (
          <p class="special">
            <b>{phrases.text('special')}</b> {unit.specials}
          </p>
        )}
        {!store.catalog.sheetFor(home) && <p class="facts">{phrases.text('not_on_plan')}</p>}
        {(others.length > 0 || media.some((each) => each.tour_urls || each.video_urls)) && (
          <div class="others">
            <Tours of={media} home={home} store={store} />
            {others.map(({ link, key }) => (
              <LinkButton key={key} home={home} link={link} store={store} />
            ))}
          </div>
        )}
        <p class="ways">
          <Contact asset={asset} home={home} store={store} />
        </p>
        {asset.contact?.hours && <p class="facts">{asset.contact.hours}</p>}
        {unit.has_quotes && <Lease key={unit.id} home={home} store={store} />}
        <Costs {...{ home, phrases, store }} />
        <Tabs key={unit.id} name={unit.id} tabs={tabsOf(home, store)} />
      </div>
      {(main.length > 0 || isApplying || isAsking) && (
        <div class="actions">
          {main.map(({ link, key }, i) => (
            <LinkButton
              key={key}
              home={home}
              link={link}
              store={store}
              look={i === 0 && !isApplying ? 'strong' : undefined}
            />
          ))}
          {isApplying && <ApplyLink home={home} store={store} />}
          {isAsking && <NotifyLink home={home} store={store} />}
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
