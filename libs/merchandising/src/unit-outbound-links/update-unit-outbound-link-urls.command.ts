import { namedUnits } from '@app/catalog/contract';
import { type Ids, throwIfInvalid } from '@app/platform/core';
import { Database, InjectRepository, ReferenceValidator, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UnitOutboundLinkUrlDto } from './unit-outbound-link-url.dto.js';
import { UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import { dedupe } from '../dedupe.js';

/** Sets URLs of units; null removes one, other units keep theirs. */
export class UpdateUnitOutboundLinkUrls extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'outboundLink'>,
    readonly urls: readonly UnitOutboundLinkUrlDto[],
  ) {
    super();
  }
}

/** Unchanged rows are not written. */
const SET = `
  with cleared as (
    delete from merchandising.unit_outbound_link_url
    where asset_id = :asset and link_id = :link and unit_id = any (:cleared::bigint[])
  )
  insert into merchandising.unit_outbound_link_url as stored (asset_id, link_id, unit_id, url)
  select :asset, :link, sent.unit_id, sent.url from unnest(:units::bigint[], :urls::text[]) sent (unit_id, url)
  order by sent.unit_id
  on conflict (asset_id, link_id, unit_id) do update set url = excluded.url where stored.url <> excluded.url`;

@CommandHandler(UpdateUnitOutboundLinkUrls)
export class UpdateUnitOutboundLinkUrlsHandler implements ICommandHandler<UpdateUnitOutboundLinkUrls> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    @InjectRepository(UnitOutboundLink) private readonly links: Repository<UnitOutboundLink>,
  ) {}

  execute({ ids, urls }: UpdateUnitOutboundLinkUrls): Promise<void> {
    const { items, errors } = dedupe(urls, ({ unitId }) => unitId, 'unit_id');
    return this.work.run(async () => {
      throwIfInvalid({ errors: { ...errors, ...(await this.ids.errors(ids.assetId, namedUnits(urls))) } });
      const link = await this.links.lock({ assetId: ids.assetId, id: ids.outboundLinkId }); // serialises batches
      link.requireUrls();
      const given = items.filter(({ url }) => url !== null);
      await this.database.execute(SET, {
        asset: ids.assetId,
        link: link.id,
        cleared: items.filter(({ url }) => url === null).map(({ unitId }) => unitId),
        units: given.map(({ unitId }) => unitId),
        urls: given.map(({ url }) => url),
      });
    });
  }
}
