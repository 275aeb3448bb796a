import {
  type BodyReader,
  Call,
  create,
  type FileKind,
  form,
  list,
  multipart,
  one,
  Operation,
  query as parameter,
  Resource,
  update,
} from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateUnitMap } from './create-unit-map.command.js';
import type { GivenFiles } from './draw-map.js';
import { UpdateUnitMap } from './update-unit-map.command.js';
import { sourceFile, umapFile } from './unit-map-files.js';
import { MapUnitsDto, type NewUnitMap, type UnitMapChanges, UnitMapDto } from './unit-map.dto.js';
import { ListUnitMaps, DownloadMapSource, type UnitMapFilter, ViewMapUnits, ViewUnitMap } from './unit-map.queries.js';

const files = { file: umapFile, source: sourceFile };
const fields = create(UnitMapDto);

const tags: parameter.QueryParameter = {
  ...parameter.text('tags', 2_000, 'Tags, separated by commas: only maps that carry all of them.', 'level-1'),
  parse: (sent) => ({ value: sent.split(',').map((tag) => tag.trim()).filter(Boolean) }), // prettier-ignore
};

@Resource('assets/:asset/multifamily/maps', { tag: 'Unit maps', places: { map: 'mapping.unit_map' } })
export class UnitMapController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-maps',
    summary: 'List unit maps',
    permission: 'unit-maps.read',
    query: [tags],
    returns: list(UnitMapDto),
  })
  list(@Call() { scope, page, base, files, query }: Call<undefined, UnitMapFilter>) {
    return this.queries.execute(new ListUnitMaps(scope, page, { base, files }, query));
  }

  @Operation('POST', '', {
    id: 'create-unit-map',
    summary: 'Create unit map',
    description: 'At least one of `file` (a `.umap`) and `source` (`.svg`, `.ai` or `.pdf`); the others as parts, or as JSON in a part `data`.', // prettier-ignore
    permission: 'unit-maps.create',
    flag: 'create-unitmap-resource',
    body: withFile((files) => form(fields, { files, flat: true })),
    returns: one(UnitMapDto),
  })
  async create(@Call() { scope, body, base, files, created }: Call<NewUnitMap & GivenFiles>) {
    const id = await this.commands.execute(new CreateUnitMap(scope, body));
    return created(id, await this.queries.execute(new ViewUnitMap(scope, { base, files }, id)));
  }

  @Operation('GET', ':map', {
    id: 'view-unit-map',
    summary: 'View unit map',
    permission: 'unit-maps.read',
    returns: one(UnitMapDto),
  })
  view(@Call() { scope, base, files }: Call) {
    return this.queries.execute(new ViewUnitMap(scope, { base, files }));
  }

  @Operation('PUT', ':map', {
    id: 'update-unit-map',
    summary: 'Update unit map',
    permission: 'unit-maps.update',
    body: multipart(update(UnitMapDto), files),
    returns: one(UnitMapDto),
  })
  async update(@Call() { scope, body, base, files }: Call<UnitMapChanges & GivenFiles>) {
    await this.commands.execute(new UpdateUnitMap(scope, body));
    return this.queries.execute(new ViewUnitMap(scope, { base, files }));
  }

  @Operation('GET', ':map/units', {
    id: 'view-units-of-a-unit-map',
    summary: 'View units of a unit map',
    extension: true,
    description: 'Which shape is which unit, which shapes have none, and which units are not on the map.',
    permission: 'unit-maps.read',
    returns: one(MapUnitsDto),
  })
  units(@Call() { scope }: Call) {
    return this.queries.execute(new ViewMapUnits(scope));
  }

  @Operation('GET', ':map/source', {
    id: 'download-source-of-a-unit-map',
    summary: 'Download source of a unit map',
    extension: true,
    description: 'The file that the map was made of, as it was sent. Ranges and conditional requests are served.',
    permission: 'unit-maps.read',
    returns: { kind: 'file', mediaType: 'application/octet-stream' },
  })
  source(@Call() { scope }: Call) {
    return this.queries.execute(new DownloadMapSource(scope));
  }
}

/** Of the two files one must be there: told together with all other faults. */
function withFile(bodyOf: (files: Record<string, FileKind>) => BodyReader): BodyReader {
  const documented = bodyOf(files);
  return {
    optional: false,
    content: () => documented.content(),
    components: () => documented.components(),
    async read(request, asked) {
      let any = false;
      const noted = Object.entries(files).map(([name, kind]): [string, FileKind] => [
        name,
        { ...kind, take: (upload) => ((any = true), kind.take(upload)) },
      ]);
      const read = await bodyOf(Object.fromEntries(noted)).read(request, asked);
      if (any || read.faults?.['file'] || read.faults?.['source']) return read;
      const faults = { ...read.faults, file: ['is required when there is no source'] };
      return { ...read, faults, faultCount: (read.faultCount ?? 0) + 1 };
    },
  };
}
