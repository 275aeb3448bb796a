import { type Ids, notFound } from '@app/platform/core';
import { Database, InjectRepository, ReferenceValidator, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApplyMapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';

/** Binds a shape of a map to a unit by hand; with null, to what its labels say. */
export class BindShape extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'map'>,
    readonly shapeId: string,
    readonly unitId: string | null,
  ) {
    super();
  }
}

const BIND = `insert into mapping.shape_binding (asset_id, unit_map_id, shape_id, x, y, unit_id)
  select asset_id, unit_map_id, shape_id, x, y, :unit::bigint from mapping.unit_map_shape
  where asset_id = :asset and unit_map_id = :map and shape_id = :shape
  on conflict (asset_id, unit_map_id, shape_id) do update set x = excluded.x, y = excluded.y, unit_id = excluded.unit_id`;
const UNBIND = `delete from mapping.shape_binding where asset_id = :asset and unit_map_id = :map and shape_id = :shape`;
const EXISTS = `select from mapping.unit_map_shape where asset_id = :asset and unit_map_id = :map and shape_id = :shape`;

@CommandHandler(BindShape)
export class BindShapeHandler implements ICommandHandler<BindShape> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly references: ReferenceValidator,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
  ) {}

  async execute({ ids: { assetId, mapId }, shapeId, unitId }: BindShape): Promise<void> {
    await this.work.run(async () => {
      const map = await this.maps.lock({ assetId, id: mapId });
      const values = { asset: assetId, map: mapId, shape: shapeId };
      if ((await this.database.rows(EXISTS, values)).length === 0) throw notFound('Shape');
      await this.references.require(assetId, [{ path: 'unit_id', table: 'catalog.unit_v1', id: unitId }]);
      if (unitId === null) await this.database.execute(UNBIND, values);
      else await this.database.execute(BIND, { ...values, unit: unitId });
      await this.mapFiles.rebind(map);
    });
  }
}
