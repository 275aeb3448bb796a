import {
  Database,
  type ProvisionRow,
  matchParameters,
  InjectRepository,
  matchByIdOrName,
  Repository,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { type FieldErrors, invalid } from '@app/platform/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DrawingError } from '../drawings/svg/drawing-error.js';
import { ApplyMapFiles, keyOf, type MapFiles } from '../unit-maps/apply-map-files.js';
import { ShapeBindings, type ShapeUnit } from '../unit-maps/shape-binding.repository.js';
import { UnitMap, type UnitMapFields } from '../unit-maps/unit-map.aggregate.js';
import { readCompiled, readSource } from '../unit-maps/unit-map-files.js';

/** A file with its name, which determines its type. */
interface NamedFile {
  name: string;
  bytes: Buffer;
}

/** Fields left out keep their values. */
export interface UnitMapRow extends UnitMapFields, ProvisionRow {
  /** a compiled map, `.umap` */
  file?: NamedFile;
  /** `.svg`, `.ai`, `.pdf`, `.geojson` or `.zip` */
  source?: NamedFile;
  /** the units bound by hand; all others are unbound */
  bindings?: readonly ShapeUnit[];
  /** id of its drawing's background on another server */
  drawingId?: string;
}

/** Creates or updates a unit map, matched by name. Requires at least one file. */
export class UpsertUnitMap extends Command<UpsertResult> {
  constructor(
    readonly assetId: string,
    readonly declared: UnitMapRow,
  ) {
    super();
  }
}

const FIND = `select id::text from mapping.unit_map where asset_id = :assetId and ${matchByIdOrName('name')}`;

@CommandHandler(UpsertUnitMap)
export class UpsertUnitMapHandler implements ICommandHandler<UpsertUnitMap> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
    private readonly shapeBindings: ShapeBindings,
  ) {}

  async execute({ assetId, declared }: UpsertUnitMap): Promise<UpsertResult> {
    const { file, source, id: wanted, otherIds: _, drawingId, bindings, ...fields } = declared;
    const files = await filesOf(file, source);
    const background = await this.mapFiles.stage(files);
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, {
        assetId,
        ...matchParameters(declared, fields.name),
      });
      if (!found) {
        const map = await this.maps.add(new UnitMap(assetId, fields), wanted);
        await this.mapFiles.draw(map, files, background, drawingId);
        await this.bind(map, bindings);
        return { id: map.id, outcome: 'created' };
      }
      const map = await this.maps.lock({ assetId, id: found.id });
      const isSame = map.isMadeOf(files.source?.content.name, files.file && keyOf(files.file));
      const isUnchanged = isSame && map.has(fields);
      if (!isUnchanged) {
        map.revise(fields);
        await this.mapFiles.draw(map, isSame ? {} : files, background);
      }
      const isRebound = await this.bind(map, bindings);
      return { id: map.id, outcome: isUnchanged && !isRebound ? 'unchanged' : 'changed' };
    });
  }

  /** @returns whether it changed what is bound by hand */
  private async bind(map: UnitMap, bindings: readonly ShapeUnit[] | undefined): Promise<boolean> {
    if (!bindings || !(await this.shapeBindings.replace(map.assetId, map.id, bindings))) return false;
    await this.mapFiles.rebind(map);
    return true;
  }
}

/** @throws Problem 422 */
async function filesOf(file: NamedFile | undefined, source: NamedFile | undefined): Promise<MapFiles> {
  const errors: FieldErrors = {};
  const orError = async <T>(field: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      errors[field] = [error.message];
      return undefined;
    }
  };
  const umap = file && (await orError('file', () => readCompiled(file.name, file.bytes)));
  const drawn = source && (await orError('source', () => readSource(source.name, source.bytes)));
  if (!file && !source) errors['file'] = ['is required when there is no source'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  // A map compiled from its source does not count as uploaded.
  const isGiven = umap && !(drawn?.drawing && keyOf(drawn.drawing) === keyOf(umap));
  return { ...(isGiven && { file: umap }), ...(drawn && { source: drawn }) };
}
