import {
  body,
  type BodyReader,
  Ctx,
  type DeletionContext,
  DeleteOperation,
  type FileKind,
  FileResponse,
  Operation,
  param,
  type QueryParameter,
  type RequestContext,
  Resource,
  returns,
  rulesOf,
} from '@app/platform/rest';
import { FileStore } from '@app/platform/files';
import { DeleteUnused, ViewResource } from '@app/platform/resources';
import { UnitOfWork } from '@app/platform/persistence';
import { HttpCode } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { BindShape } from './bind-shape.command.js';
import { CreateUnitMap } from './create-unit-map.command.js';
import type { MapFiles } from './apply-map-files.js';
import { PreviewUnitMap } from './preview-unit-map.command.js';
import { UpdateUnitMap } from './update-unit-map.command.js';
import { UnitMap } from './unit-map.aggregate.js';
import { sourceFile, umapFile } from './unit-map-files.js';
import {
  BindShapeDto,
  CreateUnitMapDto,
  MapUnitsDto,
  PreviewUnitMapDto,
  UnitMapDto,
  UpdateUnitMapDto,
} from './unit-map.dto.js';
import { FindMapSource, ListUnitMaps, MAP_UNITS, type UnitMapFilter, ViewUnitMap } from './unit-map.queries.js';

const files = { file: umapFile, source: sourceFile };
const RULES = rulesOf(CreateUnitMapDto);
const fields = body.json(CreateUnitMapDto).ignoring(UnitMapDto);

const tags: QueryParameter = {
  ...param.text('tags', 2_000, 'Tags, separated by commas: only maps that carry all of them.', 'level-1'),
  parse: (sent) => ({ value: sent.split(',').map((tag) => tag.trim()).filter(Boolean) }), // oxfmt-ignore
};

@Resource('assets/:asset/multifamily/maps', {
  tag: 'Unit maps',
  tables: {
    map: 'mapping.unit_map',
    shape: { table: 'mapping.unit_map_shape', column: 'shape_id', parents: ['asset'] },
  },
})
export class UnitMapController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
    private readonly store: FileStore,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-maps',
    description: 'Lists the drawings of an asset.',
    permission: 'unit-maps.read',
    query: [tags],
    returns: returns.list(UnitMapDto),
  })
  list(@Ctx() { actor, ids, page, base, filesUrl: files, query }: RequestContext<'asset', undefined, UnitMapFilter>) {
    return this.queries.execute(new ListUnitMaps(actor, ids.assetId, query, page, { base, files }));
  }

  @Operation('POST', '', {
    id: 'create-unit-map',
    description: 'Adds a drawing. Send `file` (a `.umap`), `source` (`.svg`, `.ai`, `.pdf`, `.geojson`, or a `.zip` of IMDF), or both, as parts of a form. Send the other fields as parts, too, or as JSON in a part `data`.', // oxfmt-ignore
    permission: 'unit-maps.create',
    flag: 'create-unitmap-resource',
    body: formWithFile(fields),
    returns: returns.one(UnitMapDto),
  })
  async create(
    @Ctx() { actor, ids, body, base, filesUrl: files, created }: RequestContext<'asset', CreateUnitMapDto & MapFiles>,
  ) {
    const view = (mapId: string) => new ViewUnitMap(actor, { ...ids, mapId }, { base, files });
    return created(...(await this.commands.execute(new CreateUnitMap(ids.assetId, body, view))));
  }

  @Operation('GET', ':map', {
    id: 'view-unit-map',
    description: 'Returns the style, tags and files of one unit map. `url` is the compiled map, which viewers draw.',
    permission: 'unit-maps.read',
    returns: returns.one(UnitMapDto),
  })
  view(@Ctx() { actor, ids, base, filesUrl: files }: RequestContext<'asset' | 'map'>) {
    return this.queries.execute(new ViewUnitMap(actor, ids, { base, files }));
  }

  @Operation('PUT', ':map', {
    id: 'update-unit-map',
    description:
      'Changes the name, tags or style of a unit map, or replaces its files. Send `file`, `source`, or both, as parts of a form, and the other fields as JSON in the part `data`.',
    permission: 'unit-maps.update',
    body: body.multipart(body.json(UpdateUnitMapDto), files),
    returns: returns.one(UnitMapDto),
  })
  update(
    @Ctx() { actor, ids, body, base, filesUrl: files }: RequestContext<'asset' | 'map', UpdateUnitMapDto & MapFiles>,
  ) {
    const view = new ViewUnitMap(actor, ids, { base, files });
    return this.commands.execute(new UpdateUnitMap(ids, body, RULES, view));
  }

  @Operation('POST', ':map/preview', {
    id: 'preview-unit-map',
    extension: true,
    description:
      'Takes the files with which `update-unit-map` would replace those of the map, and shows which shapes would have which unit, which would have none and why, and which units the map would lack. Stores nothing.',
    permission: 'unit-maps.update',
    body: body.multipart(body.json(PreviewUnitMapDto), files),
    returns: returns.one(MapUnitsDto),
  })
  @HttpCode(200)
  preview(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'map', PreviewUnitMapDto & MapFiles>) {
    return this.commands.execute(new PreviewUnitMap(actor, ids, body, RULES));
  }

  @DeleteOperation(':map', {
    id: 'delete-unit-map',
    what: 'a drawing',
    permission: 'unit-maps.delete',
    details: 'An embed that has no map left is deleted.',
  })
  delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'map'>) {
    return this.commands.execute(new DeleteUnused(UnitMap, { assetId: ids.assetId, id: ids.mapId }, query));
  }

  @Operation('GET', ':map/units', {
    id: 'view-units-of-a-unit-map',
    extension: true,
    description:
      'Shows which shape belongs to which unit, which shapes have no unit, and which units are not on the map.',
    permission: 'unit-maps.read',
    returns: returns.one(MapUnitsDto),
  })
  units(@Ctx() { actor, ids }: RequestContext<'asset' | 'map'>) {
    return this.queries.execute(new ViewResource(MAP_UNITS, actor, ids, ids.mapId));
  }

  @Operation('PUT', ':map/shapes/:shape', {
    id: 'bind-shape-of-a-unit-map',
    examples: { shape: 'lounge' },
    extension: true,
    description:
      'Binds a shape to a unit by hand, whatever its name and texts say, and returns all bindings of the map. The binding stays when the drawing is uploaded again, as long as it has the shape in the same place. `null` removes it.',
    permission: 'unit-maps.update',
    body: body.json(BindShapeDto),
    returns: returns.one(MapUnitsDto),
  })
  async bind(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'map' | 'shape', BindShapeDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new BindShape(ids, ids.shapeId, body.unitId));
      return this.queries.execute(new ViewResource(MAP_UNITS, actor, ids, ids.mapId));
    });
  }

  @Operation('GET', ':map/source', {
    id: 'download-source-of-a-unit-map',
    extension: true,
    description:
      'Returns the file from which the map was made, as it was sent; an SVG with scripts, events, external references or a DOCTYPE is returned sanitised. Supports ranges and conditional requests.',
    permission: 'unit-maps.read',
    returns: returns.file('application/octet-stream'),
  })
  async source(@Ctx() { actor, ids }: RequestContext<'asset' | 'map'>) {
    const { file, clientName } = await this.queries.execute(new FindMapSource(actor, ids));
    return FileResponse.download(this.store, file, 'application/octet-stream', clientName);
  }
}

/** A form that requires one of the two files, and reports its absence together with all other errors. */
function formWithFile(data: typeof fields): BodyReader {
  const documented = body.form(data, { files });
  return {
    optional: false,
    within: (inPath) => formWithFile(data.within(inPath)),
    content: () => documented.content(),
    components: () => documented.components(),
    async read(request, asked) {
      let any = false;
      const noted = Object.entries(files).map(([name, kind]): [string, FileKind] => [
        name,
        { ...kind, read: (upload) => ((any = true), kind.read(upload)) },
      ]);
      const read = await body.form(data, { files: Object.fromEntries(noted) }).read(request, asked);
      if (any || read.errors?.['file'] || read.errors?.['source']) return read;
      const errors = { ...read.errors, file: ['is required when there is no source'] };
      return { ...read, errors, faultCount: (read.faultCount ?? 0) + 1 };
    },
  };
}
