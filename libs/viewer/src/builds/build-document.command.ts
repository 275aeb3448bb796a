import { createHash } from 'node:crypto';
import { ViewerCatalog, type ViewerCatalogParts } from '@app/catalog/contract';
import { Database, type PoolPartition, LIMITS, UnitOfWork } from '@app/platform/persistence';
import { AnnounceEvent } from '@app/events/contract';
import { ViewerExpenses } from '@app/expenses/contract';
import { ViewerMaps } from '@app/mapping/contract';
import { ViewerMerchandise, type ViewerMerchandiseParts } from '@app/merchandising/contract';
import { ViewerPrices, type ViewerPricing, SelectedEntries } from '@app/pricing/contract';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { AssetParts, CatalogParts, MerchandiseParts } from '../composition/asset-parts.js';
import { Costs } from '../composition/costs.js';
import { composeAsset } from '../composition/compose-asset.js';
import { FILES } from '../composition/file-urls.js';
import { storeViews } from './store-views.js';

/** Rebuilds the document of an asset, unless another process is doing so. */
export class BuildDocument extends Command<void> {
  constructor(readonly assetId: string) {
    super();
  }
}

const BUILDS: PoolPartition = { name: 'builds', share: 1 / 10, wait: LIMITS.connection, limit: LIMITS.commit };
/** Version of the format of `GET .../document`: docs/viewer-document.md. */
const VERSION = 1;
/** First half of the advisory lock of a build; the asset is the second. */
const LOCK = 471_120;

/** One snapshot for all reads; must be the first statement of the transaction. */
const SNAPSHOT = 'set transaction isolation level repeatable read';
const TRY_LOCK = 'select pg_try_advisory_xact_lock(:lock, hashint8(:asset)) as locked';
/** The pending request; no row if another replica has built it already. */
const REQUESTED = `select request.requested, platform.now() as now from viewer.build_request request
  where request.asset_id = :asset and not exists (select from viewer.document document
    where document.asset_id = :asset and document.built_for >= request.requested)`;

const STORE = `insert into viewer.document (asset_id, built_for, body, maps, etag, due_at, built_at)
  values (:asset, :revision, :body, :maps, :etag, :dueAt, :now)
  on conflict (asset_id) do update set built_for = excluded.built_for, body = excluded.body, maps = excluded.maps,
    etag = excluded.etag, due_at = excluded.due_at, built_at = excluded.built_at`;

@CommandHandler(BuildDocument)
export class BuildDocumentHandler implements ICommandHandler<BuildDocument> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  execute({ assetId: asset }: BuildDocument): Promise<void> {
    return this.work.run(async () => {
      await this.database.rows(SNAPSHOT);
      const [lock] = await this.database.rows<{ locked: boolean }>(TRY_LOCK, { lock: LOCK, asset });
      const [request] = lock!.locked
        ? await this.database.rows<{ requested: number; now: Date }>(REQUESTED, { asset })
        : [];
      if (!request) return;
      const parts = await this.read(asset);
      if (!parts) return; // the asset was deleted
      const composed = assetParts(parts);
      const { body, maps } = versionOne(parts, composed);
      const etag = createHash('sha1').update(body).update(maps).digest('base64url');
      const dueAt = parts.prices.changesAt;
      await this.database.execute(STORE, {
        asset,
        revision: request.requested,
        body,
        maps,
        etag,
        dueAt,
        now: request.now,
      });
      await storeViews(this.database, asset, composeAsset(composed), parts.prices.nextAvailableOn);
      await this.commands.execute(new AnnounceEvent(asset, 'embed.document_built', {}));
    }, BUILDS);
  }

  private async read(asset: string): Promise<ReadParts | undefined> {
    const catalog = await this.queries.execute(new ViewerCatalog(asset, FILES));
    if (catalog === undefined) return undefined;
    return {
      catalog,
      merchandise: await this.queries.execute(new ViewerMerchandise(asset, FILES)),
      prices: await this.queries.execute(new ViewerPrices(asset)),
      selected: await this.queries.execute(new SelectedEntries(asset)),
      maps: await this.queries.execute(new ViewerMaps(asset, FILES)),
      expenses: await this.queries.execute(new ViewerExpenses(asset)),
    };
  }
}

/** Query results of the other contexts; objects are JSON text. */
interface ReadParts extends Pick<AssetParts, 'selected' | 'maps' | 'expenses'> {
  catalog: ViewerCatalogParts;
  merchandise: ViewerMerchandiseParts;
  prices: ViewerPricing;
}

/** Prices are those that the asset displays; base prices stay as they were read. */
function versionOne(
  { catalog, merchandise, prices, maps }: ReadParts,
  parts: AssetParts,
): { body: string; maps: string } {
  const costs = new Costs(parts);
  const pricing = costs.showsTotals ? JSON.stringify(costs.displayed) : prices.json;
  const written = [`"version":${VERSION}`, members(catalog.json), members(merchandise.json), `"pricing":${pricing}`];
  return {
    body: `{${written.join(',')}}`,
    maps: `{${maps.map(({ id, json }) => `${JSON.stringify(id)}:${json}`).join(',')}}`,
  };
}

const assetParts = ({ catalog, merchandise, prices, selected, maps, expenses }: ReadParts): AssetParts => ({
  ...(JSON.parse(catalog.json) as CatalogParts),
  logo: catalog.logo_url,
  countsVisits: catalog.count_visits,
  ...(JSON.parse(merchandise.json) as MerchandiseParts),
  places: merchandise.places,
  pictures: merchandise.pictures,
  processes: JSON.parse(prices.json) as AssetParts['processes'],
  statusShownBy: prices.statusShownBy,
  selected,
  maps,
  expenses,
});

/** The members of a JSON object, without its braces. */
const members = (object: string): string => object.trim().slice(1, -1);
