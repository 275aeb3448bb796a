import { isDeepStrictEqual } from 'node:util';
import { MatchUnits, type UnitMatch } from '@app/catalog/contract';
import { type FieldErrors, type Ids, invalid, isId, MAX_LISTED_ERRORS, notFound } from '@app/platform/core';
import { Clock, Database, InjectRepository, Repository } from '@app/platform/persistence';
import { Batches, repeated, type Saved } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { PricingUnit, type SelectedEntry } from './pricing-unit.aggregate.js';
import type { SavePricingUnitDto, UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { keepStates } from './unit-states.js';
import { bestEntries, makeRows, providerTaken, type Published, PUBLISHED } from './update-pricing-unit.command.js';

/** What an item changes; a field that is left out keeps its value. */
export type PricingUnitSettings = Pick<UpdatePricingUnitDto, 'providerId' | 'showPricing' | 'showOnlineLeasing'>;
type Item = Omit<SavePricingUnitDto, 'providerId'> & PricingUnitSettings;

/** Maps units to the `provider_id`s of a process, all of them or none. */
export class SavePricingUnits extends Command<readonly Saved[]> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly match: UnitMatch,
    readonly items: readonly Item[],
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

const MAKE_ROWS = makeRows('unit.id = any (:units::bigint[])');
const BEST = bestEntries('entry.provider_id = any (:providers::text[])');

const KEEP_STATES = keepStates(
  'pricing.unit former where former.asset_id = :asset and former.process_id = :process and former.id = any (:units::bigint[])',
);

/** Units that keep a `provider_id` which the batch gives to another one. */
const TAKEN = `select provider_id as provider from pricing.unit
  where asset_id = :asset and process_id = :process and provider_id = any (:providers::text[]) and not id = any (:units::bigint[])`;

@CommandHandler(SavePricingUnits)
export class SavePricingUnitsHandler implements ICommandHandler<SavePricingUnits> {
  constructor(
    private readonly batches: Batches,
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
    @InjectRepository(PricingUnit) private readonly units: Repository<PricingUnit>,
  ) {}

  /** @throws Problem 409, 422 */
  execute({ ids, match, items, isDryRun }: SavePricingUnits): Promise<readonly Saved[]> {
    const [asset, process] = [ids.assetId, ids.processId];
    return this.batches.run(`pricing.unit ${asset} ${process}`, isDryRun, async () => {
      const [published] = await this.database.rows<Published>(PUBLISHED, { asset, process });
      if (!published) throw notFound();
      const { wanted, field } = await this.matched(asset, match, items);
      const providers = repeated(
        items.map(({ providerId }) => providerId ?? undefined),
        'provider_id',
      );
      if (Object.keys(providers).length > 0) throw invalid(providers);
      const made = await this.database.rows<{ id: string }>(MAKE_ROWS, { asset, process, units: wanted });
      const units = new Map(
        (await this.units.lockAll({ assetId: asset, processId: process, id: In(wanted) })).map((one) => [one.id, one]),
      );
      requireKnown(
        wanted.map((id) => units.has(id)),
        field,
      );
      const fresh = new Set(made.map(({ id }) => id));
      const given = items.map((item, at) => ({ unit: units.get(wanted[at]!)!, ...settingsOf(item), at }));
      const moved = given.filter(({ unit, providerId }) => providerId !== undefined && unit.provider !== providerId);
      await this.requireFree(ids, moved);
      const best = await this.best(asset, published.generation, moved);
      const before = given.map(({ unit }) => unit.shown);
      for (const { unit, providerId = null } of moved) unit.map(providerId, best.get(providerId ?? ''));
      for (const { unit, switches } of given) unit.revise(switches);
      const outcomes = given.map(({ unit }, at) =>
        isDeepStrictEqual(unit.shown, before[at]) ? 'unchanged' : 'changed',
      );
      const changed = given.flatMap(({ unit, at }) => (outcomes[at] === 'changed' || fresh.has(unit.id) ? [unit] : []));
      await this.keepStates(ids, published.publication, fresh, changed);
      await this.units.saveAll(changed);
      return wanted.map((id, at) => ({ id, outcome: outcomes[at]! }));
    });
  }

  private async matched(asset: string, match: UnitMatch, items: readonly Item[]) {
    const named = items.map(({ unitId: id, buildingId, unitNumber, reference }) => ({
      ...{ id, buildingId, unitNumber, reference },
    }));
    const { ids, errors, field } = await this.queries.execute(new MatchUnits(asset, match, named, 'unit_id'));
    if (Object.keys(errors).length > 0) throw invalid(errors);
    requireKnown(
      ids.map((id) => id !== undefined && isId(id)),
      field,
    );
    return { wanted: ids as string[], field };
  }

  /** @throws Problem 409 for a `provider_id` of a unit outside the batch, 422 for one of two items */
  private async requireFree({ assetId: asset, processId: process }: Ids<'asset' | 'process'>, moved: Moved[]) {
    const values = { asset, process, providers: providersOf(moved), units: moved.map(({ unit }) => unit.id) };
    const taken = new Set(
      (await this.database.rows<{ provider: string }>(TAKEN, values)).map(({ provider }) => provider),
    );
    const paths = moved.filter(({ providerId }) => taken.has(providerId ?? '')).map(({ at }) => at);
    if (paths.length === 0) return;
    const problem = providerTaken();
    problem.fields = Object.fromEntries(
      paths.slice(0, MAX_LISTED_ERRORS).map((at) => [`data.${at}.provider_id`, ['belongs to another unit']]),
    );
    problem.faultCount = paths.length;
    throw problem;
  }

  private async best(asset: string, transaction: string | null, moved: Moved[]): Promise<Map<string, SelectedEntry>> {
    if (transaction === null) return new Map();
    const rows = await this.database.rows<SelectedEntry & { provider: string }>(BEST, {
      ...{ asset, transaction, providers: providersOf(moved) },
    });
    return new Map(rows.map(({ provider, ...entry }) => [provider, entry]));
  }

  /** Stores the previous states, which new rows do not have. */
  private async keepStates(
    { assetId: asset, processId: process }: Ids<'asset' | 'process'>,
    publication: string,
    fresh: ReadonlySet<string>,
    changed: readonly PricingUnit[],
  ): Promise<void> {
    const at = await this.clock.now();
    const units = changed.map(({ id }) => id).filter((id) => !fresh.has(id));
    if (units.length > 0) await this.database.execute(KEEP_STATES, { asset, process, units, at, publication });
    for (const unit of changed) unit.beginState(at, publication);
  }
}

/** @throws Problem 422 naming the items whose unit is not known */
function requireKnown(known: readonly boolean[], field: string): void {
  const unknown = known.flatMap((isKnown, at) =>
    isKnown ? [] : [[`data.${at}.${field}`, ['is not known in this asset']]],
  );
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown) as FieldErrors);
}

interface Moved {
  unit: PricingUnit;
  providerId?: string | null | undefined;
  /** position of the item */
  at: number;
}

const settingsOf = ({ providerId, showPricing, showOnlineLeasing }: Item) => ({
  providerId,
  switches: { showPricing, showOnlineLeasing },
});

const providersOf = (moved: Moved[]): string[] => moved.flatMap(({ providerId }) => providerId ?? []);
