import { namedUnits } from '@app/catalog/contract';
import { conflict, MAX_LISTED_ERRORS, type Ids, throwIfInvalid } from '@app/platform/core';
import {
  Database,
  InjectRepository,
  ReferenceValidator,
  Repository,
  UnitOfWork,
  violatedConstraint,
} from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitReferenceGroup } from '../unit-reference-groups/unit-reference-group.aggregate.js';
import { ReferenceBatch } from './reference-batch.value.js';
import type { UpdateUnitReferenceDto } from './unit-reference.dto.js';

/** Sets values of units in a group, atomically; other units keep theirs. @returns the number of changed units */
export class UpdateUnitReferences extends Command<number> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly sent: readonly UpdateUnitReferenceDto[],
  ) {
    super();
  }
}

/** Unchanged rows keep their `updated_at`. */
const WRITE = `insert into reference.unit_reference as known (asset_id, group_id, unit_id, value)
  select :asset, :group, sent.unit_id, sent.value from unnest(:units::bigint[], :values::text[]) sent (unit_id, value)
  on conflict (asset_id, group_id, unit_id) do update set value = excluded.value, updated_at = excluded.updated_at
  where known.value is distinct from excluded.value`;

/** Unknown units are looked up only after the foreign key was violated. */
const UNIT_KNOWN = 'unit_reference_unit_fkey';

/** Finds duplicate values after all updates, so that two units can swap values; the table's constraint is deferred. */
const TAKEN = `select taken.value from reference.unit_reference taken
  where taken.asset_id = :asset and taken.group_id = :group and taken.value = any (:values)
  group by taken.value having count(*) > 1`;

@CommandHandler(UpdateUnitReferences)
export class UpdateUnitReferencesHandler implements ICommandHandler<UpdateUnitReferences> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    @InjectRepository(UnitReferenceGroup) private readonly groups: Repository<UnitReferenceGroup>,
  ) {}

  async execute({ ids, sent }: UpdateUnitReferences): Promise<number> {
    const batch = new ReferenceBatch(sent);
    if (batch.isEmpty) return 0;
    const [asset, group] = [ids.assetId, ids.groupId];
    if (!batch.isSound) await this.reject(asset, batch);
    try {
      return await this.work.run(() => this.write(asset, group, batch));
    } catch (error) {
      if (violatedConstraint(error) === UNIT_KNOWN) await this.reject(asset, batch);
      throw error;
    }
  }

  private async write(asset: string, group: string, batch: ReferenceBatch): Promise<number> {
    await this.groups.lock({ assetId: asset, id: group }); // batches of a group take turns
    const written = await this.database.execute(WRITE, { asset, group, units: batch.units, values: batch.values });
    await this.requireUnique(asset, group, batch);
    return written;
  }

  private async reject(asset: string, batch: ReferenceBatch): Promise<void> {
    throwIfInvalid(batch, { errors: await this.ids.errors(asset, namedUnits(batch.sent)) });
  }

  private async requireUnique(asset: string, group: string, batch: ReferenceBatch): Promise<void> {
    const rows = await this.database.rows<{ value: string }>(TAKEN, { asset, group, values: batch.values });
    if (rows.length > 0) throw taken(batch, new Set(rows.map(({ value }) => value)));
  }
}

function taken(batch: ReferenceBatch, values: ReadonlySet<string>) {
  const [first] = values;
  const others = values.size > 1 ? ` (and ${values.size - 1} more)` : '';
  const problem = conflict('value_taken', `The value "${first}"${others} belongs to another unit of the group`);
  const paths = batch.pathsOf(values);
  problem.fields = Object.fromEntries(
    paths.slice(0, MAX_LISTED_ERRORS).map((path) => [path, ['belongs to another unit']]),
  );
  problem.faultCount = paths.length;
  return problem;
}
