import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListAssetOutboundLinks extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewAssetOutboundLink extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('outboundLink'),
  ) {
    super();
  }
}

const LINK = `link.id::text, link.asset_id::text, link.name, link.template, link.label, link.icon_type, link.open_new_window,
  link.created_at, link.updated_at`;

@QueryHandler(ListAssetOutboundLinks)
export class ListAssetOutboundLinksHandler implements IQueryHandler<ListAssetOutboundLinks> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListAssetOutboundLinks): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'merchandising.asset_outbound_link link',
      where: 'link.asset_id = :asset',
      select: LINK,
    });
  }
}

@QueryHandler(ViewAssetOutboundLink)
export class ViewAssetOutboundLinkHandler implements IQueryHandler<ViewAssetOutboundLink> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewAssetOutboundLink): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'merchandising.asset_outbound_link link',
      where: 'link.asset_id = :asset and link.id = :id',
      select: LINK,
      values: { id },
    });
  }
}
