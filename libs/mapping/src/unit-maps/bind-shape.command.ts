import { type Ids, notFound } from '@app/platform/core';
import { InjectRepository, ReferenceValidator, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApplyMapFiles } from './apply-map-files.js';
import { ShapeBindings } from './shape-binding.repository.js';
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

@CommandHandler(BindShape)
export class BindShapeHandler implements ICommandHandler<BindShape> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly bindings: ShapeBindings,
    private readonly references: ReferenceValidator,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
  ) {}

  async execute({ ids: { assetId, mapId }, shapeId, unitId }: BindShape): Promise<void> {
    await this.work.run(async () => {
      const map = await this.maps.lock({ assetId, id: mapId });
      if (!(await this.bindings.has(assetId, mapId, shapeId))) throw notFound('Shape');
      await this.references.require(assetId, [{ path: 'unit_id', table: 'catalog.unit_v1', id: unitId }]);
      if (unitId === null) await this.bindings.unbind(assetId, mapId, shapeId);
      else await this.bindings.bind(assetId, mapId, [{ shapeId, unitId }]);
      await this.mapFiles.rebind(map);
    });
  }
}
