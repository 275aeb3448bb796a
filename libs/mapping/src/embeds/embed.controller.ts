import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { type Settings, SETTINGS } from '@app/platform/core';
import { Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { EmbedDto } from './embed.dto.js';
import { type EmbedFilter, ListEmbeds, ViewEmbed } from './embed.queries.js';

@Resource('accounts/:account/embeds', { tag: 'Embeds', tables: { embed: 'mapping.embed' }, flag: 'embed-resource' })
export class EmbedController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Operation('GET', '', {
    id: 'list-embeds',
    description:
      'Lists the maps that the account shows on websites. Put `url` into an iframe; use `asset` to list only the embeds that show one asset.',
    permission: 'embeds.read',
    query: [param.id('asset', 'Only embeds that show a map of the asset with this id.')],
    returns: returns.list(EmbedDto),
  })
  list(@Ctx() { actor, ids, page, base, query }: RequestContext<'account', undefined, EmbedFilter>) {
    const viewerUrl = this.settings.viewerUrl ?? base;
    return this.queries.execute(new ListEmbeds(actor, ids.accountId, query, page, viewerUrl));
  }

  @Operation('GET', ':embed', {
    id: 'view-embed',
    description: 'Returns the URL, maps and tags of one embed.',
    permission: 'embeds.read',
    returns: returns.one(EmbedDto),
  })
  view(@Ctx() { actor, ids, base }: RequestContext<'account' | 'embed'>) {
    return this.queries.execute(new ViewEmbed(actor, ids, this.settings.viewerUrl ?? base));
  }
}
