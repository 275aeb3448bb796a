import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** Gives units of a group their values. Answers whether that changes something. */
export class DeclareUnitReferences extends Command<boolean> {
  constructor(
    readonly assetId: string,
    readonly groupId: string,
    /** no unit twice */
    readonly values: readonly { unitId: string; value: string | null }[],
    /** whether units beyond these lose theirs */
    readonly exact: boolean,
  ) {
    super();
  }
}

const SET = `with wanted as (select * from unnest(:units::bigint[], :values::text[]) given (unit_id, value)), gone as (
    delete from reference.unit_reference where :exact and asset_id = :asset and group_id = :group
      and not unit_id = any (:units::bigint[]) returning 1
  ), put as (
    insert into reference.unit_reference as known (asset_id, group_id, unit_id, value)
    select :asset, :group, wanted.unit_id, wanted.value from wanted order by wanted.unit_id
    on conflict (asset_id, group_id, unit_id) do update set value = excluded.value, updated_at = excluded.updated_at
      where known.value is distinct from excluded.value
    returning 1
  )
  select exists (select from gone) or exists (select from put) as changed`;

/** A value is of one unit of the group: looked at when all units have theirs, so that two can swap. */
const CHECK = 'set constraints reference.unit_reference_value immediate';

@CommandHandler(DeclareUnitReferences)
export class DeclareUnitReferencesHandler implements ICommandHandler<DeclareUnitReferences> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ assetId: asset, groupId: group, values, exact }: DeclareUnitReferences): Promise<boolean> {
    return this.work.run(async () => {
      const [row] = await this.database.rows<{ changed: boolean }>(SET, {
        asset,
        group,
        exact,
        units: values.map(({ unitId }) => unitId),
        values: values.map(({ value }) => value),
      });
      await this.database.execute(CHECK);
      return row!.changed;
    });
  }
}
