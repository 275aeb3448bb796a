import { useState } from 'preact/hooks';
import type { Asset, AssetOutboundLink, UnitOutboundLink } from '@app/sdk';
import { count } from '../format.js';
import { may, session } from '../session.js';
import { EditableCell } from './editable-cell.js';
import { Few } from './few.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { type Sample, tried } from './sample-units.js';
import { useLoad } from './use-load.js';

const TEMPLATE_LENGTH = 2047;

type Template = Extract<UnitOutboundLink, { type: 'url_template' }>;

/** The links that each unit has. */
export function UnitLinks({ asset, samples }: { asset: string; samples: Sample[] }) {
  const { client } = session.value!;
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    setEdited(new Map());
    return client.listUnitOutboundLinks({ asset, perPage: 1000 }, { signal }).all();
  });
  const [edited, setEdited] = useState<ReadonlyMap<string, UnitOutboundLink>>(new Map());
  const links = (data ?? []).map((link) => edited.get(link.id) ?? link);
  const saved = (link: UnitOutboundLink) => setEdited((before) => new Map(before).set(link.id, link));
  const preview = (template: string) => (
    <Results
      items={samples.map(({ id, number, variables }) => ({ id, of: number, url: tried(template, variables) }))}
    />
  );
  return (
    <section class="part" aria-label="Links of units">
      <h2>Links of units</h2>
      <p class="summary">{data && `${count(links.length, 'link')}.`}</p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {links.map((link) => (
        <article key={link.id} class="panel long">
          <h3>
            <Name>{link.name}</Name>
          </h3>
          {link.type === 'iframe_api' && (
            <p>
              Sends the website the event <code>outbound.{link.event_key}.click</code>, and opens no page.
            </p>
          )}
          {link.type === 'urls_per_unit' && <Stored asset={asset} link={link.id} />}
          {link.type === 'url_template' &&
            (may('service.unit-outbound-links.create', true) ? (
              <EditableCell<Template>
                field={{ name: 'template', maxLength: TEMPLATE_LENGTH }}
                item={link}
                label={`Template of ${link.name}`}
                view={async () => (await client.viewUnitOutboundLink({ asset, outboundLink: link.id })) as Template}
                update={async (body, known) =>
                  (await client.updateUnitOutboundLink(
                    { asset, outboundLink: known.id, body: { ...body, type: 'url_template' } },
                    { ifUnchanged: known },
                  )) as Template
                }
                saved={saved}
                preview={preview}
              />
            ) : (
              <>
                <Name>{link.template}</Name>
                {preview(link.template)}
              </>
            ))}
        </article>
      ))}
    </section>
  );
}

/** The links of the whole map. */
export function AssetLinks({ asset }: { asset: Asset }) {
  const { client } = session.value!;
  const { data, error, isLoading, reload } = useLoad(asset.id, async (signal) => {
    setEdited(new Map());
    return client.listAssetOutboundLinks({ asset: asset.id, perPage: 1000 }, { signal }).all();
  });
  const [edited, setEdited] = useState<ReadonlyMap<string, AssetOutboundLink>>(new Map());
  const links = (data ?? []).map((link) => edited.get(link.id) ?? link);
  const variables = { asset_id: asset.id, asset_uuid: asset.uuid, asset_name: asset.name };
  const preview = (template: string) => (
    <Results items={[{ id: asset.id, of: 'The property', url: tried(template, variables) }]} />
  );
  return (
    <section class="part" aria-label="Links of the property">
      <h2>Links of the property</h2>
      <p class="summary">{data && `${count(links.length, 'link')}.`}</p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {links.map((link) => (
        <article key={link.id} class="panel long">
          <h3>
            <Name>{link.name}</Name>
          </h3>
          {may('service.asset-outbound-links.update', true) ? (
            <EditableCell<AssetOutboundLink>
              field={{ name: 'template', maxLength: TEMPLATE_LENGTH }}
              item={link}
              label={`Template of ${link.name}`}
              view={() => client.viewAssetOutboundLink({ asset: asset.id, outboundLink: link.id })}
              update={(body, known) =>
                client.updateAssetOutboundLink(
                  { asset: asset.id, outboundLink: known.id, body },
                  { ifUnchanged: known },
                )
              }
              saved={(changed) => setEdited((before) => new Map(before).set(changed.id, changed))}
              preview={preview}
            />
          ) : (
            <>
              <Name>{link.template}</Name>
              {preview(link.template)}
            </>
          )}
        </article>
      ))}
    </section>
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
