import { visibleAsset } from '@app/catalog/contract';
import { notFound } from '@app/platform/core';
import { all, Database, exists, type JsonPage, JsonQuery } from '@app/platform/persistence';
import { ListNestedResources } from '@app/platform/resources';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { requireUrls } from './unit-outbound-link.aggregate.js';
import type { LinkType } from './unit-outbound-link.dto.js';

/** Lists every unit of the asset with its URL or null. */
export class ListUnitOutboundLinkUrls extends ListNestedResources<'outboundLink'> {}

const TYPE = (visible: string) => `select link.type from merchandising.unit_outbound_link link
  where link.asset_id = :asset and link.id = :outboundLink and ${visible}`;

@QueryHandler(ListUnitOutboundLinkUrls)
export class ListUnitOutboundLinkUrlsHandler implements IQueryHandler<ListUnitOutboundLinkUrls> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ actor, ids, page }: ListUnitOutboundLinkUrls): Promise<JsonPage> {
    const requires = all(
      visibleAsset(actor, ids.assetId),
      exists('merchandising.unit_outbound_link', { outboundLink: ids.outboundLinkId }),
    );
    const [link] = await this.database.rows<{ type: LinkType }>(TYPE(requires.sql), requires.values);
    if (!link) throw notFound();
    requireUrls(link.type);
    return this.json.page(page, {
      requires,
      from: 'catalog.unit_v1 unit',
      where: 'unit.asset_id = :asset',
      // `offset 0` looks up the URL per unit of the page
      join: `left join lateral (select stored.url from merchandising.unit_outbound_link_url stored
        where stored.asset_id = :asset and stored.link_id = :outboundLink and stored.unit_id = unit.id offset 0) stored on true`,
      select: 'unit.id::text as unit_id, stored.url',
    });
  }
}
