import { namedUnits } from '@app/catalog/contract';
import { type Ids } from '@app/platform/core';
import { Database, ReferenceValidator, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dedupe } from '../dedupe.js';
import { FilterOptions } from '../filter-options/filter-option.commands.js';
import type { FilterOptionUnitDto } from './filter-option-unit.dto.js';

/** Assigns units to an option; other units stay assigned. @returns the distinct unit ids */
export class AssignOptionUnits extends Command<string[]> {
  constructor(
    readonly ids: Ids<'asset' | 'filter' | 'option'>,
    readonly units: readonly FilterOptionUnitDto[],
  ) {
    super();
  }
}

export class RemoveOptionUnits extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'filter' | 'option'>,
    readonly units: readonly FilterOptionUnitDto[],
  ) {
    super();
  }
}

const ASSIGN = `insert into merchandising.filter_option_unit (asset_id, option_id, unit_id)
  select :asset, :option, sent.unit_id from unnest(:units::bigint[]) sent (unit_id) order by sent.unit_id
  on conflict do nothing`;

const REMOVE = `delete from merchandising.filter_option_unit
  where asset_id = :asset and option_id = :option and unit_id = any (:units::bigint[])`;

/** Changes the units of an option in one statement, after checking that the option accepts units and all are known. */
@Injectable()
export class OptionUnits {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    private readonly options: FilterOptions,
  ) {}

  change(
    sql: string,
    ids: Ids<'asset' | 'filter' | 'option'>,
    sent: readonly FilterOptionUnitDto[],
  ): Promise<string[]> {
    const units = dedupe(sent).items.map(({ unitId }) => unitId);
    return this.work.run(async () => {
      await this.ids.require(ids.assetId, namedUnits(sent));
      const option = await this.options.lock({ assetId: ids.assetId, id: ids.optionId }); // serialises batches
      option.requireUnits();
      await this.database.execute(sql, { asset: ids.assetId, option: option.id, units });
      return units;
    });
  }
}

@CommandHandler(AssignOptionUnits)
export class AssignOptionUnitsHandler implements ICommandHandler<AssignOptionUnits> {
  constructor(private readonly optionUnits: OptionUnits) {}

  execute({ ids, units }: AssignOptionUnits): Promise<string[]> {
    return this.optionUnits.change(ASSIGN, ids, units);
  }
}

@CommandHandler(RemoveOptionUnits)
export class RemoveOptionUnitsHandler implements ICommandHandler<RemoveOptionUnits> {
  constructor(private readonly optionUnits: OptionUnits) {}

  async execute({ ids, units }: RemoveOptionUnits): Promise<void> {
    await this.optionUnits.change(REMOVE, ids, units);
  }
}
