import type { Asset, AssetOutboundLink, CreateUnitOutboundLink, UnitOutboundLink } from '@app/sdk';
import { count } from '../format.js';
import { session } from '../session.js';
import { Card } from './card.js';
import { CatalogList } from './catalog-list.js';
import type { Column } from './create-form.js';
import { YES_OR_NO } from './editable-cell.js';
import { Name } from './name.js';
import { Part } from './part.js';
import { type Sample, tried } from './sample-units.js';
import { useLoad } from './use-load.js';

type Icon = NonNullable<AssetOutboundLink['icon_type']>;

const ICONS =
  'email print reserve share search info video_camera video_play virtual_tour 360_tour calendar floorplan form location person photo photo_and_tour plus_sign smartphone telephone'.split(
    ' ',
  ) as Icon[];

const ICON: Column = {
  name: 'icon_type',
  label: 'Icon',
  choices: [{ id: null, name: 'none' }, ...ICONS.map((id) => ({ id, name: id.replaceAll('_', ' ') }))],
};

const NAME: Column = { name: 'name', label: 'Name', hint: 'For the people who manage it.' };
const LABEL: Column = { name: 'label', label: 'Text that visitors see', maxLength: 95 };
const TEMPLATE: Column = {
  name: 'template',
  label: 'Template',
  hint: 'Such as https://www.example.com/apply?unit={{ unit_number }}.',
  maxLength: 2047,
};
const EVENT_KEY: Column = {
  name: 'event_key',
  label: 'Name in events',
  hint: 'Small letters, digits and hyphens, such as apply.',
  maxLength: 63,
};

type Chosen = Readonly<Record<string, unknown>>;

const isEvent = ({ type }: Chosen) => type === 'iframe_api';
const opensPage = ({ type }: Chosen) => type !== 'iframe_api';

const OF_UNITS: Column[] = [
  {
    name: 'type',
    label: 'What it does',
    isFixed: true,
    choices: [
      { id: 'url_template', name: 'Opens a page made from a template' },
      { id: 'urls_per_unit', name: 'Opens the page of each unit' },
      { id: 'iframe_api', name: 'Tells the website that shows the map' },
    ] satisfies { id: UnitOutboundLink['type']; name: string }[],
  },
  NAME,
  { ...LABEL, hint: 'The name, if left empty.', isOptional: true },
  { ...TEMPLATE, appliesTo: ({ type }) => type === 'url_template' },
  { ...EVENT_KEY, appliesTo: isEvent },
  { ...EVENT_KEY, appliesTo: opensPage, isOptional: true },
  {
    name: 'shown_for',
    label: 'Units that have it',
    choices: [
      { id: 'all', name: 'all' },
      { id: 'available', name: 'available and upcoming ones' },
      { id: 'unavailable', name: 'unavailable ones' },
    ],
  },
  ICON,
  { name: 'open_in_new_window', label: 'In a new window', choices: YES_OR_NO, appliesTo: opensPage },
  {
    name: 'show_icon_in_list',
    label: 'Icon in the list of units',
    choices: YES_OR_NO.toReversed(),
    appliesTo: ({ type }) => type === 'urls_per_unit',
  },
];

const OF_PROPERTY: Column[] = [
  NAME,
  LABEL,
  TEMPLATE,
  ICON,
  { name: 'open_new_window', label: 'In a new window', choices: YES_OR_NO },
];

/** The links that each unit has. */
export function UnitLinks({ asset, samples }: { asset: string; samples: Sample[] }) {
  const { client } = session.value!;
  const loaded = useLoad(asset, (signal) => client.listUnitOutboundLinks({ asset, perPage: 1000 }, { signal }).all());
  const preview = (template: string) => (
    <Results
      items={samples.map(({ id, number, variables }) => ({ id, of: number, url: tried(template, variables) }))}
    />
  );
  return (
    <Part
      title="Links of units"
      loaded={loaded}
      summary={({ length }) => `${count(length, 'link')}.`}
      add={{
        one: 'link of units',
        permission: 'service.unit-outbound-links.create',
        columns: OF_UNITS,
        create: (body) => client.createUnitOutboundLink({ asset, body: body as CreateUnitOutboundLink }),
      }}
    >
      {(links, done) =>
        links.map((link) => (
          <Card<UnitOutboundLink>
            key={link.id}
            item={link}
            one="link"
            level={3}
            columns={OF_UNITS}
            updates="service.unit-outbound-links.create"
            deletes="service.unit-outbound-links.delete"
            view={() => client.viewUnitOutboundLink({ asset, outboundLink: link.id })}
            update={(body, known) =>
              client.updateUnitOutboundLink(
                { asset, outboundLink: known.id, body: { ...body, type: known.type } },
                { ifUnchanged: known },
              )
            }
            remove={(dryRun, options) =>
              client.deleteUnitOutboundLink({ asset, outboundLink: link.id, dryRun, cascade: true }, options)
            }
            deleted={done}
            previews={{ template: preview }}
          >
            {({ id, name, type }) => type === 'urls_per_unit' && <Urls asset={asset} link={id} name={name} />}
          </Card>
        ))
      }
    </Part>
  );
}

/** The links of the whole map. */
export function AssetLinks({ asset: { id: asset, uuid, name } }: { asset: Asset }) {
  const { client } = session.value!;
  const loaded = useLoad(asset, (signal) => client.listAssetOutboundLinks({ asset, perPage: 1000 }, { signal }).all());
  const variables = { asset_id: asset, asset_uuid: uuid, asset_name: name };
  const preview = (template: string) => (
    <Results items={[{ id: asset, of: 'The property', url: tried(template, variables) }]} />
  );
  return (
    <Part
      title="Links of the property"
      loaded={loaded}
      summary={({ length }) => `${count(length, 'link')}.`}
      add={{
        one: 'link of the property',
        permission: 'service.asset-outbound-links.create',
        columns: OF_PROPERTY,
        create: (body) => client.createAssetOutboundLink({ asset, body: body as never }),
      }}
    >
      {(links, done) =>
        links.map((link) => (
          <Card<AssetOutboundLink>
            key={link.id}
            item={link}
            one="link"
            level={3}
            columns={OF_PROPERTY}
            updates="service.asset-outbound-links.update"
            deletes="service.asset-outbound-links.delete"
            view={() => client.viewAssetOutboundLink({ asset, outboundLink: link.id })}
            update={(body, known) =>
              client.updateAssetOutboundLink({ asset, outboundLink: known.id, body }, { ifUnchanged: known })
            }
            remove={(dryRun, options) =>
              client.deleteAssetOutboundLink({ asset, outboundLink: link.id, dryRun, cascade: true }, options)
            }
            deleted={done}
            previews={{ template: preview }}
          />
        ))
      }
    </Part>
  );
}

function Results({ items }: { items: { id: string; of: string; url: string }[] }) {
  return (
    <dl>
      {items.map(({ id, of, url }) => (
        <div key={id}>
          <dt>
            <Name>{of}</Name>
          </dt>
          <dd>
            <code dir="ltr">{url}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface UnitUrl {
  id: string;
  /** number of the unit */
  name: string;
  url: string | null;
}

/** The URLs that a link stores for each unit. */
function Urls({ asset, link, name }: { asset: string; link: string; name: string }) {
  const { client } = session.value!;
  const of = { asset, outboundLink: link };
  const list = async (signal?: AbortSignal): Promise<UnitUrl[]> => {
    const options = signal ? { signal } : {};
    const [urls, units] = await Promise.all([
      client.listUnitOutboundLinkUrls({ ...of, perPage: 1000 }, options).all(),
      client.listUnits({ asset, perPage: 1000 }, options).all(),
    ]);
    const numbers = new Map(units.map(({ id, unit_number }) => [id, unit_number]));
    return urls.map(({ unit_id: id, url }) => ({ id, name: numbers.get(id) ?? id, url }));
  };
  return (
    <CatalogList<UnitUrl>
      of={link}
      title="Pages"
      owner={name}
      one="unit"
      permission="service.unit-outbound-links"
      columns={[
        { name: 'name', label: 'Unit', isFixed: true },
        { name: 'url', label: 'Page', isOptional: true, maxLength: 2047 },
      ]}
      list={list}
      view={async (unit) => (await list()).find(({ id }) => id === unit)!}
      update={async (body, known) => {
        const changed = { ...known, ...body };
        await client.updateUnitOutboundLinkUrls({ ...of, body: { data: [{ unit_id: known.id, url: changed.url }] } });
        return changed;
      }}
    />
  );
}
