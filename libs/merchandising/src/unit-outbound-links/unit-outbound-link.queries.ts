import { jsonByType } from '@app/platform/persistence';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListUnitOutboundLinks extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewUnitOutboundLink extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('outboundLink'),
  ) {
    super();
  }
}

const COMMON = `link.id::text, link.asset_id::text, link.name, link.label, link.type, link.icon_type, link.event_key`;
const DATES = `link.created_at, link.updated_at`;

const LINK = jsonByType('link.type', {
  iframe_api: `${COMMON}, ${DATES}`,
  url_template: `${COMMON}, link.template, link.open_in_new_window, ${DATES}`,
  urls_per_unit: `${COMMON}, link.open_in_new_window, link.show_icon_in_list, ${DATES}`,
});

@QueryHandler(ListUnitOutboundLinks)
export class ListUnitOutboundLinksHandler implements IQueryHandler<ListUnitOutboundLinks> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListUnitOutboundLinks): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'merchandising.unit_outbound_link link',
      where: 'link.asset_id = :asset',
      json: LINK,
    });
  }
}

@QueryHandler(ViewUnitOutboundLink)
export class ViewUnitOutboundLinkHandler implements IQueryHandler<ViewUnitOutboundLink> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewUnitOutboundLink): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'merchandising.unit_outbound_link link',
      where: 'link.asset_id = :asset and link.id = :id',
      json: LINK,
      values: { id },
    });
  }
}
