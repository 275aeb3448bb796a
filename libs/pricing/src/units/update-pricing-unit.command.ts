import { isDeepStrictEqual } from 'node:util';
import { conflict, type Ids, notFound } from '@app/platform/core';
import { Clock, Database, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { flatPricingOrder } from '../entries/flat-rule.js';
import { PricingUnit, type SelectedEntry } from './pricing-unit.aggregate.js';
import type { UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { keepStates } from './unit-states.js';

export class UpdatePricingUnit extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'unit'>,
    readonly changes: UpdatePricingUnitDto,
  ) {
    super();
  }
}

/** A shared lock: updates run concurrently, but not together with a commit. */
export const PUBLISHED = `select published_transaction_id::text as generation, coalesce(publication_id, 0)::text as publication from pricing.process
  where asset_id = :asset and id = :process for share`;

/** The row has the time since which the unit exists in the process, as it was shown before. */
export const makeRows = (which: string): string => `insert into pricing.unit (asset_id, process_id, id, created_at)
  select unit.asset_id, process.id, unit.id, greatest(unit.created_at, process.created_at)
  from catalog.unit_v1 unit join pricing.process process on process.asset_id = :asset and process.id = :process
  where unit.asset_id = :asset and ${which} order by unit.id for key share of unit
  on conflict do nothing returning id::text`;

const MAKE_ROW = makeRows('unit.id = :unit');

/** The entry of each provider id that its unit shows. */
export const bestEntries = (
  which: string,
): string => `select distinct on (entry.provider_id) entry.provider_id as provider, entry.price, entry.available_on::text as "availableOn", entry.status, entry.specials_description as "specialsDescription"
  from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :transaction
    and entry.until is null and ${which}
  order by entry.provider_id, ${flatPricingOrder('entry')}`;

const BEST = bestEntries('entry.provider_id = :provider');

const KEEP_STATE = keepStates(
  'pricing.unit former where former.asset_id = :asset and former.process_id = :process and former.id = :unit',
);

const TAKEN = `select from pricing.unit where asset_id = :asset and process_id = :process and provider_id = :provider`;

export const providerTaken = () => conflict('provider_id_taken', 'Another unit of the process has this provider_id');

export interface Published {
  generation: string | null;
  publication: string;
}

@CommandHandler(UpdatePricingUnit)
export class UpdatePricingUnitHandler implements ICommandHandler<UpdatePricingUnit> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly clock: Clock,
    @InjectRepository(PricingUnit) private readonly units: Repository<PricingUnit>,
  ) {}

  execute({ ids, changes }: UpdatePricingUnit): Promise<void> {
    const [asset, process, id] = [ids.assetId, ids.processId, ids.unitId];
    return this.work.run(async () => {
      const [published] = await this.database.rows<Published>(PUBLISHED, { asset, process });
      if (!published) throw notFound();
      const isNew = (await this.database.rows(MAKE_ROW, { asset, process, unit: id })).length > 0;
      const unit = await this.units.lock({ assetId: asset, processId: process, id });
      const before = unit.shown;
      const { providerId } = changes;
      if (providerId !== undefined && providerId !== unit.provider) {
        const taken = await this.database.rows(TAKEN, { asset, process, provider: providerId });
        if (taken.length > 0) throw providerTaken();
        unit.map(providerId, await this.best(asset, published.generation, providerId));
      }
      unit.revise(changes);
      if (isNew || !isDeepStrictEqual(before, unit.shown))
        await this.keepState(unit, ids, published.publication, isNew);
      await this.units.save(unit);
    });
  }

  /** Stores the previous state, which a new row does not have. */
  private async keepState(
    unit: PricingUnit,
    ids: UpdatePricingUnit['ids'],
    publication: string,
    isNew: boolean,
  ): Promise<void> {
    const at = await this.clock.now();
    const values = { asset: ids.assetId, process: ids.processId, unit: ids.unitId, at, publication };
    if (!isNew) await this.database.execute(KEEP_STATE, values);
    unit.beginState(at, publication);
  }

  private async best(
    asset: string,
    transaction: string | null,
    provider: string | null,
  ): Promise<SelectedEntry | undefined> {
    if (transaction === null || provider === null) return undefined;
    const [entry] = await this.database.rows<SelectedEntry>(BEST, { asset, transaction, provider });
    return entry;
  }
}
