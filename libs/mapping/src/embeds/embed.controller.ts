import {
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  Operation,
  param,
  type RequestContext,
  Resource,
  returns,
} from '@app/platform/rest';
import { type Settings, SETTINGS } from '@app/platform/core';
import { Inject } from '@nestjs/common';
import { DeleteUnused } from '@app/platform/resources';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateEmbed } from './create-embed.command.js';
import { Embed } from './embed.aggregate.js';
import { UpdateEmbed } from './update-embed.command.js';
import { EmbedDto, NewEmbedDto, UpdateEmbedDto } from './embed.dto.js';
import { type EmbedFilter, ListEmbeds, ViewEmbed } from './embed.queries.js';

@Resource('accounts/:account/embeds', { tag: 'Embeds', tables: { embed: 'mapping.embed' }, flag: 'embed-resource' })
export class EmbedController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
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
  view(@Ctx() context: RequestContext<'account' | 'embed'>) {
    return this.viewOf(context, context.ids.embedId);
  }

  @Operation('POST', '', {
    id: 'create-embed',
    extension: true,
    description:
      'Adds a page with maps of assets of the account. `url` of the response is what you put into an iframe.',
    permission: 'manage.embeds.create',
    body: body.json(NewEmbedDto),
    returns: returns.one(EmbedDto),
  })
  async create(@Ctx() context: RequestContext<'account', NewEmbedDto>) {
    return this.work.run(async () => {
      const id = await this.commands.execute(new CreateEmbed(context.ids.accountId, context.body));
      return context.created(id, await this.viewOf(context, id));
    });
  }

  @Operation('PUT', ':embed', {
    id: 'update-embed',
    extension: true,
    description:
      'Changes an embed. `service_maps` replaces its maps; a map that stays keeps the values that you leave out. Its address stays the same.',
    permission: 'manage.embeds.update',
    body: body.json(UpdateEmbedDto),
    returns: returns.one(EmbedDto),
  })
  async update(@Ctx() context: RequestContext<'account' | 'embed', UpdateEmbedDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new UpdateEmbed(context.ids, context.body));
      return this.viewOf(context, context.ids.embedId);
    });
  }

  @DeleteOperation(':embed', {
    id: 'delete-embed',
    what: 'an embed',
    permission: 'manage.embeds.delete',
    details: 'Its address is not found any more; the maps stay.',
  })
  delete(@Ctx() { ids, query }: DeletionContext<'account' | 'embed'>) {
    return this.commands.execute(new DeleteUnused(Embed, { accountId: ids.accountId, id: ids.embedId }, query));
  }

  private viewOf({ actor, ids, base }: Pick<RequestContext<'account'>, 'actor' | 'ids' | 'base'>, id: string) {
    const viewing = { accountId: ids.accountId, embedId: id };
    return this.queries.execute(new ViewEmbed(actor, viewing, this.settings.viewerUrl ?? base));
  }
}
