import { invalid } from '@app/platform/core';
import { InjectRepository, Repository } from '@app/platform/persistence';
import { type BatchOptions, Batches, type Saved } from '@app/platform/resources';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MatchUnits, type UnitMatch } from './match-units.queries.js';
import { Unit } from './unit.aggregate.js';
import type { CreateUnitDto, SaveUnitDto } from './unit.dto.js';

/** Creates and changes units. New ones that are matched by a reference get it. */
export class SaveUnits extends Command<readonly Saved[]> {
  constructor(
    readonly assetId: string,
    readonly match: UnitMatch,
    readonly items: readonly SaveUnitDto[],
    readonly options: BatchOptions,
  ) {
    super();
  }
}

/** Stores the values of units in the reference group with this key. The context of references carries it out. */
export class AddUnitReferences extends Command<void> {
  constructor(
    readonly assetId: string,
    readonly key: string,
    readonly references: readonly { unitId: string; value: string }[],
  ) {
    super();
  }
}

@CommandHandler(SaveUnits)
export class SaveUnitsHandler implements ICommandHandler<SaveUnits> {
  constructor(
    private readonly batches: Batches,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
  ) {}

  /** @throws Problem 422, 403 */
  execute({ assetId, match, items, options }: SaveUnits): Promise<readonly Saved[]> {
    return this.batches.run(`catalog.unit ${assetId}`, options.isDryRun, async () => {
      const { ids, errors, field } = await this.queries.execute(new MatchUnits(assetId, match, items));
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const saved = await this.batches.save(Unit, this.units, {
        ...options,
        set: { assetId },
        items: items.map(({ id: _, reference: _reference, ...fields }) => fields),
        ids,
        field,
        create: (fields) => new Unit(assetId, fields as CreateUnitDto),
      });
      if (match.by === 'reference') await this.addReferences(assetId, match.key, items, saved);
      return saved;
    });
  }

  private async addReferences(asset: string, key: string, items: readonly SaveUnitDto[], saved: readonly Saved[]) {
    const created = saved.flatMap(({ id, outcome }, at) =>
      outcome === 'created' ? [{ unitId: id!, value: items[at]!.reference! }] : [],
    );
    if (created.length > 0) await this.commands.execute(new AddUnitReferences(asset, key, created));
  }
}
