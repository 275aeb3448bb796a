import {
  body,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  Operation,
  type RequestContext,
  Resource,
  returns,
} from '@app/platform/rest';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type BackgroundFiles,
  BackgroundDto,
  CreateBackgroundDto,
  UpdateBackgroundDto,
  backgroundFile,
} from './background.dto.js';
import { DeleteBackground } from './delete-background.command.js';
import { WriteBackground } from './write-background.command.js';
import { ListBackgrounds, ViewBackground } from './background.queries.js';

const files = { image: backgroundFile };
const fields = body.json(CreateBackgroundDto).ignoring(BackgroundDto);
const errors = { 409: { name_taken: 'Another background of the map has this name' } };
const ofDrawing = { background_is_drawing: 'This background is the drawing of the map itself' };

type Viewing = Pick<RequestContext<'asset' | 'map'>, 'actor' | 'ids' | 'filesUrl'>;

@Resource('assets/:asset/multifamily/maps/:map/backgrounds', {
  tag: 'Backgrounds',
  tables: { map: 'mapping.unit_map', background: { table: 'mapping.background', parents: ['asset'] } },
})
export class BackgroundController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'list-backgrounds',
    description: 'Lists the images behind the shapes of a unit map.',
    permission: 'unit-maps.read',
    returns: returns.list(BackgroundDto),
  })
  list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset' | 'map', undefined>) {
    return this.queries.execute(new ListBackgrounds(actor, ids, page, filesUrl));
  }

  @Operation('GET', ':background', {
    id: 'view-background',
    examples: { background: '6' },
    description: 'Returns one background with the URL of its image.',
    permission: 'unit-maps.read',
    returns: returns.one(BackgroundDto),
  })
  view(@Ctx() context: RequestContext<'asset' | 'map' | 'background'>) {
    return this.viewOf(context, context.ids.backgroundId);
  }

  @Operation('POST', '', {
    id: 'create-background',
    extension: true,
    description:
      'Adds an image behind the shapes of a unit map: PNG, JPEG, GIF, WebP or SVG, in the coordinates of the drawing.',
    permission: 'unit-maps.update',
    body: body.form(fields, { files, required: ['image'] }),
    returns: returns.one(BackgroundDto),
    errors,
  })
  async create(@Ctx() context: RequestContext<'asset' | 'map', CreateBackgroundDto & BackgroundFiles>) {
    return this.work.run(async () => {
      const { ids, body } = context;
      const backgroundId = await this.commands.execute(new WriteBackground(ids, body));
      return context.created(backgroundId, await this.viewOf(context, backgroundId));
    });
  }

  @Operation('PUT', ':background', {
    id: 'update-background',
    examples: { background: '6' },
    extension: true,
    description:
      'Changes the name of a background or its image. The drawing of the map itself is changed by its source.',
    permission: 'unit-maps.update',
    body: body.multipart(body.json(UpdateBackgroundDto), files),
    returns: returns.one(BackgroundDto),
    errors: { 409: { ...errors[409], ...ofDrawing } },
  })
  async update(
    @Ctx() context: RequestContext<'asset' | 'map' | 'background', UpdateBackgroundDto & Partial<BackgroundFiles>>,
  ) {
    return this.work.run(async () => {
      await this.commands.execute(new WriteBackground(context.ids, context.body));
      return this.viewOf(context, context.ids.backgroundId);
    });
  }

  @DeleteOperation(':background', {
    id: 'delete-background',
    what: 'a background',
    examples: { background: '6' },
    permission: 'unit-maps.update',
    errors: { 409: ofDrawing },
  })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'map' | 'background'>) {
    return this.commands.execute(new DeleteBackground(ids, query));
  }

  private viewOf({ actor, ids: { assetId, mapId }, filesUrl }: Viewing, backgroundId: string) {
    return this.queries.execute(new ViewBackground(actor, { assetId, mapId, backgroundId }, filesUrl));
  }
}
