import { Call, list, one, Operation, query as parameter, Resource } from '@app/platform/rest';
import { type Settings, SETTINGS } from '@app/platform/core';
import { Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { EmbedDto } from './embed.dto.js';
import { type EmbedFilter, ListEmbeds, ViewEmbed } from './embed.queries.js';

const flag = 'embed-resource';

@Resource('accounts/:account/embeds', { tag: 'Embeds', places: { embed: 'mapping.embed' } })
export class EmbedController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Operation('GET', '', {
    id: 'list-embeds',
    summary: 'List embeds',
    permission: 'embeds.read',
    flag,
    query: [parameter.id('asset', 'Only embeds that show a map of the asset with this id.')],
    returns: list(EmbedDto),
  })
  list(@Call() { scope, page, base, query }: Call<undefined, EmbedFilter>) {
    return this.queries.execute(new ListEmbeds(scope, page, this.settings.viewerUrl ?? base, query));
  }

  @Operation('GET', ':embed', {
    id: 'view-embed',
    summary: 'View embed',
    permission: 'embeds.read',
    flag,
    returns: one(EmbedDto),
  })
  view(@Call() { scope, base }: Call) {
    return this.queries.execute(new ViewEmbed(scope, this.settings.viewerUrl ?? base));
  }
}
