import type { Ids } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssignDescriptions } from '../description-assignments/assign-descriptions.command.js';
import { AssignOptionUnits, RemoveOptionUnits } from '../filter-option-units/filter-option-unit.commands.js';
import { UpdateUnitOutboundLinkUrls } from '../unit-outbound-links/update-unit-outbound-link-urls.command.js';

/** Sets the URLs of a link, unique by unit. @returns whether anything changed */
export class SetLinkUrls extends Command<boolean> {
  constructor(
    readonly ids: Ids<'asset' | 'outboundLink'>,
    readonly urls: readonly { unitId: string; url: string }[],
    /** whether other units lose theirs */
    readonly exact: boolean,
  ) {
    super();
  }
}

export class SetDescriptionUnits extends Command<boolean> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly units: readonly { unitId: string; descriptionId: string }[],
    readonly exact: boolean,
  ) {
    super();
  }
}

export class SetOptionUnits extends Command<boolean> {
  constructor(
    readonly ids: Ids<'asset' | 'filter' | 'option'>,
    readonly units: readonly { unitId: string }[],
    readonly exact: boolean,
  ) {
    super();
  }
}

type UnitValue = { unitId: string; value: string };

const stored = (table: string, owner: string, value: string): string =>
  `select unit_id::text as "unitId", ${value} as value from merchandising.${table} where asset_id = :asset and ${owner} = :owner`;

const URLS = stored('unit_outbound_link_url', 'link_id', 'url');
const ASSIGNED = stored('description_assignment', 'group_id', 'description_id::text');
const OPTION_UNITS = stored('filter_option_unit', 'option_id', "''");

const UNASSIGN = `delete from merchandising.description_assignment
  where asset_id = :asset and group_id = :group and unit_id = any (:units::bigint[])`;

/** Compares stored with declared values of units, and writes the differences. */
@Injectable()
export class UnitMerchandise {
  constructor(private readonly database: Database) {}

  async compare(sql: string, asset: string, owner: string, wanted: readonly UnitValue[], exact: boolean) {
    const rows = await this.database.rows<UnitValue>(sql, { asset, owner });
    const has = new Map(rows.map(({ unitId, value }) => [unitId, value]));
    const kept = new Set(wanted.map(({ unitId }) => unitId));
    const differing = new Set(
      wanted.filter(({ unitId, value }) => has.get(unitId) !== value).map((each) => each.unitId),
    );
    const beyond = exact ? rows.map(({ unitId }) => unitId).filter((unitId) => !kept.has(unitId)) : [];
    return { differing, beyond, isChanged: differing.size + beyond.length > 0 };
  }
}

@CommandHandler(SetLinkUrls)
export class SetLinkUrlsHandler implements ICommandHandler<SetLinkUrls> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly units: UnitMerchandise,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids, urls, exact }: SetLinkUrls): Promise<boolean> {
    const wanted = urls.map(({ unitId, url }) => ({ unitId, value: url }));
    return this.work.run(async () => {
      const found = await this.units.compare(URLS, ids.assetId, ids.outboundLinkId, wanted, exact);
      const changes = [
        ...urls.filter(({ unitId }) => found.differing.has(unitId)),
        ...found.beyond.map((unitId) => ({ unitId, url: null })),
      ];
      if (found.isChanged) await this.commands.execute(new UpdateUnitOutboundLinkUrls(ids, changes));
      return found.isChanged;
    });
  }
}

@CommandHandler(SetDescriptionUnits)
export class SetDescriptionUnitsHandler implements ICommandHandler<SetDescriptionUnits> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly units: UnitMerchandise,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids, units, exact }: SetDescriptionUnits): Promise<boolean> {
    const wanted = units.map(({ unitId, descriptionId }) => ({ unitId, value: descriptionId }));
    return this.work.run(async () => {
      const { differing, beyond, isChanged } = await this.units.compare(
        ASSIGNED,
        ids.assetId,
        ids.groupId,
        wanted,
        exact,
      );
      if (beyond.length > 0)
        await this.database.execute(UNASSIGN, { asset: ids.assetId, group: ids.groupId, units: beyond });
      const changed = units.filter(({ unitId }) => differing.has(unitId));
      const assignments = changed.map((unit) => ({ ...unit, groupId: ids.groupId }));
      if (differing.size > 0) await this.commands.execute(new AssignDescriptions(ids, assignments));
      return isChanged;
    });
  }
}

@CommandHandler(SetOptionUnits)
export class SetOptionUnitsHandler implements ICommandHandler<SetOptionUnits> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly units: UnitMerchandise,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids, units, exact }: SetOptionUnits): Promise<boolean> {
    const wanted = units.map(({ unitId }) => ({ unitId, value: '' }));
    return this.work.run(async () => {
      const { differing, beyond, isChanged } = await this.units.compare(
        OPTION_UNITS,
        ids.assetId,
        ids.optionId,
        wanted,
        exact,
      );
      const of = (unitIds: Iterable<string>) => [...unitIds].map((unitId) => ({ unitId }));
      if (differing.size > 0) await this.commands.execute(new AssignOptionUnits(ids, of(differing) as never));
      if (beyond.length > 0) await this.commands.execute(new RemoveOptionUnits(ids, of(beyond) as never));
      return isChanged;
    });
  }
}
