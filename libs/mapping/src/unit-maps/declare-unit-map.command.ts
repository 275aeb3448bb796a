import { Database, UnitOfWork } from '@app/platform/persistence';
import { type FieldErrors, invalid } from '@app/platform/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DrawingFault } from '../drawings/drawing-fault.js';
import type { Declared } from '../embeds/declare-embed.command.js';
import { DrawMap, type GivenFiles, keyOf } from './draw-map.js';
import { UnitMap, type UnitMapFields } from './unit-map.aggregate.js';
import { readCompiled, readSource } from './unit-map-files.js';
import { UnitMaps } from './unit-map.repository.js';

/** A file of the declaration: what it is called, for its extension, and what is in it. */
export interface DeclaredFile {
  name: string;
  bytes: Buffer;
}

export interface DeclaredUnitMap extends UnitMapFields {
  /** a compiled map, `.umap` */
  file?: DeclaredFile;
  /** `.svg`, `.ai` or `.pdf` */
  source?: DeclaredFile;
}

/** Makes a unit map of this name be as declared. At least one of its files is needed. */
export class DeclareUnitMap extends Command<Declared> {
  constructor(
    readonly assetId: string,
    readonly declared: DeclaredUnitMap,
  ) {
    super();
  }
}

const FIND = 'select id::text from mapping.unit_map where asset_id = :assetId and name = :name order by id limit 1';

@CommandHandler(DeclareUnitMap)
export class DeclareUnitMapHandler implements ICommandHandler<DeclareUnitMap> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly maps: UnitMaps,
    private readonly drawing: DrawMap,
  ) {}

  async execute({ assetId, declared: { file, source, ...fields } }: DeclareUnitMap): Promise<Declared> {
    const files = await filesOf(file, source);
    const background = await this.drawing.stage(files);
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, { assetId, name: fields.name });
      if (!found) {
        const map = await this.maps.add(new UnitMap(assetId, fields));
        await this.drawing.draw(map, files, background);
        return { id: map.id, made: 'created' };
      }
      const map = await this.maps.lock({ assetId, id: found.id });
      const isSame = map.isMadeOf(files.source?.original.name, files.file && keyOf(files.file));
      if (isSame && map.has(fields)) return { id: map.id, made: 'unchanged' };
      map.revise(fields);
      await this.drawing.draw(map, isSame ? {} : files, background);
      return { id: map.id, made: 'changed' };
    });
  }
}

/** @throws Problem 422 */
async function filesOf(file: DeclaredFile | undefined, source: DeclaredFile | undefined): Promise<GivenFiles> {
  const faults: FieldErrors = {};
  const taken = async <T>(field: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DrawingFault)) throw error;
      faults[field] = [error.message];
      return undefined;
    }
  };
  const umap = file && (await taken('file', () => readCompiled(file.name, file.bytes)));
  const drawn = source && (await taken('source', () => readSource(source.name, source.bytes)));
  if (!file && !source) faults['file'] = ['is required when there is no source'];
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { ...(umap && { file: umap }), ...(drawn && { source: drawn }) };
}
