import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** What units have of a thing: their URL of a link, their description of a group, their place in an option. */
export type UnitsOf = 'link' | 'group' | 'option';

/** Makes what units have true. Answers whether that changes something. */
export class DeclareUnitMerchandise extends Command<boolean> {
  constructor(
    readonly assetId: string,
    readonly of: UnitsOf,
    /** id of the link, group or option */
    readonly ownerId: string,
    /** no unit twice; `has` is a URL, or the id of a description */
    readonly units: readonly { unitId: string; has: string | null }[],
    /** whether units beyond these lose what they have */
    readonly exact: boolean,
  ) {
    super();
  }
}

interface Kept {
  table: string;
  owner: string;
  column?: { name: string; type: string };
}

const KEPT: Record<UnitsOf, Kept> = {
  link: {
    table: 'merchandising.unit_outbound_link_url',
    owner: 'link_id',
    column: { name: 'url', type: 'text' },
  },
  group: {
    table: 'merchandising.description_assignment',
    owner: 'group_id',
    column: { name: 'description_id', type: 'bigint' },
  },
  option: { table: 'merchandising.filter_option_unit', owner: 'option_id' },
};

const set = ({ table, owner, column }: Kept): string => `with gone as (
    delete from ${table} where :exact and asset_id = :asset and ${owner} = :owner and not unit_id = any (:units::bigint[])
    returning 1
  ), put as (
    insert into ${table} as known (asset_id, ${owner}, unit_id${column ? `, ${column.name}` : ''})
    select :asset, :owner, given.unit_id${column ? `, given.has::${column.type}` : ''}
    from unnest(:units::bigint[], :has::text[]) given (unit_id, has) order by given.unit_id
    on conflict (asset_id, ${owner}, unit_id) do ${
      column
        ? `update set ${column.name} = excluded.${column.name} where known.${column.name} <> excluded.${column.name}`
        : 'nothing'
    }
    returning 1
  )
  select exists (select from gone) or exists (select from put) as changed`;

const SET: Record<UnitsOf, string> = { link: set(KEPT.link), group: set(KEPT.group), option: set(KEPT.option) };

@CommandHandler(DeclareUnitMerchandise)
export class DeclareUnitMerchandiseHandler implements ICommandHandler<DeclareUnitMerchandise> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ assetId: asset, of, ownerId: owner, units, exact }: DeclareUnitMerchandise): Promise<boolean> {
    return this.work.run(async () => {
      const [row] = await this.database.rows<{ changed: boolean }>(SET[of], {
        asset,
        owner,
        exact,
        units: units.map(({ unitId }) => unitId),
        has: units.map(({ has }) => has),
      });
      return row!.changed;
    });
  }
}
