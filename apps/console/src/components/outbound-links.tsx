import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Asset, AssetOutboundLink, UnitOutboundLink } from '@app/sdk';
import { count } from '../format.js';
import { may, session } from '../session.js';
import { EditableCell } from './editable-cell.js';
import { Few } from './few.js';
import { Name } from './name.js';
import { Part } from './part.js';
import { Problem } from './problem.js';
import { type Sample, tried } from './sample-units.js';
import { useLoad } from './use-load.js';

const TEMPLATE = { name: 'template', maxLength: 2047 } as const;

type Template = Extract<UnitOutboundLink, { type: 'url_template' }>;

/** The links that each unit has. */
export function UnitLinks({ asset, samples }: { asset: string; samples: Sample[] }) {
  const { client } = session.value!;
  const preview = (template: string) => (
    <Results
      items={samples.map(({ id, number, variables }) => ({ id, of: number, url: tried(template, variables) }))}
    />
  );
  return (
    <Links<UnitOutboundLink>
      title="Links of units"
      asset={asset}
      list={(signal) => client.listUnitOutboundLinks({ asset, perPage: 1000 }, { signal }).all()}
    >
      {(link, saved) => {
        if (link.type === 'iframe_api')
          return (
            <p>
              Sends the website the event <code>outbound.{link.event_key}.click</code>, and opens no page.
            </p>
          );
        if (link.type === 'urls_per_unit') return <Stored asset={asset} link={link.id} />;
        if (!may('service.unit-outbound-links.create', true)) return <Fixed {...{ link, preview }} />;
        return (
          <EditableCell<Template>
            field={TEMPLATE}
            item={link}
            label={`Template of ${link.name}`}
            view={async () => (await client.viewUnitOutboundLink({ asset, outboundLink: link.id })) as Template}
            update={async (body, known) =>
              (await client.updateUnitOutboundLink(
                { asset, outboundLink: known.id, body: { ...body, type: 'url_template' } },
                { ifUnchanged: known },
              )) as Template
            }
            {...{ saved, preview }}
          />
        );
      }}
    </Links>
  );
}

/** The links of the whole map. */
export function AssetLinks({ asset: { id: asset, uuid, name } }: { asset: Asset }) {
  const { client } = session.value!;
  const variables = { asset_id: asset, asset_uuid: uuid, asset_name: name };
  const preview = (template: string) => (
    <Results items={[{ id: asset, of: 'The property', url: tried(template, variables) }]} />
  );
  return (
    <Links<AssetOutboundLink>
      title="Links of the property"
      asset={asset}
      list={(signal) => client.listAssetOutboundLinks({ asset, perPage: 1000 }, { signal }).all()}
    >
      {(link, saved) => {
        if (!may('service.asset-outbound-links.update', true)) return <Fixed {...{ link, preview }} />;
        return (
          <EditableCell<AssetOutboundLink>
            field={TEMPLATE}
            item={link}
            label={`Template of ${link.name}`}
            view={() => client.viewAssetOutboundLink({ asset, outboundLink: link.id })}
            update={(body, known) =>
              client.updateAssetOutboundLink({ asset, outboundLink: known.id, body }, { ifUnchanged: known })
            }
            {...{ saved, preview }}
          />
        );
      }}
    </Links>
  );
}

interface LinksProps<T> {
  title: string;
  asset: string;
  list(signal: AbortSignal): Promise<T[]>;
  children(link: T, saved: (link: T) => void): ComponentChildren;
}

function Links<T extends { id: string; name: string }>({ title, asset, list, children }: LinksProps<T>) {
  const [edited, setEdited] = useState<ReadonlyMap<string, T>>(new Map());
  const loaded = useLoad(asset, (signal) => {
    setEdited(new Map());
    return list(signal);
  });
  const saved = (link: T) => setEdited((before) => new Map(before).set(link.id, link));
  return (
    <Part title={title} loaded={loaded} summary={(links) => `${count(links.length, 'link')}.`}>
      {(links) =>
        links.map((link) => (
          <article key={link.id} class="panel long">
            <h3>
              <Name>{link.name}</Name>
            </h3>
            {children(edited.get(link.id) ?? link, saved)}
          </article>
        ))
      }
    </Part>
  );
}

/** A template that the key may not change. */
function Fixed({ link, preview }: { link: { template: string }; preview(template: string): ComponentChildren }) {
  return (
    <>
      <Name>{link.template}</Name>
      {preview(link.template)}
    </>
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

/** The URLs that a link stores for each unit. */
function Stored({ asset, link }: { asset: string; link: string }) {
  const { client } = session.value!;
  const { data, error, reload } = useLoad(link, (signal) =>
    client.listUnitOutboundLinkUrls({ asset, outboundLink: link, perPage: 1000 }, { signal }).all(),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <progress aria-label="Loading" />;
  const urls = data.flatMap(({ url }) => (url === null ? [] : [url]));
  return (
    <div>
      <p>
        {urls.length} of {count(data.length, 'unit')} have a URL of their own.
      </p>
      <Few items={urls} />
    </div>
  );
}
