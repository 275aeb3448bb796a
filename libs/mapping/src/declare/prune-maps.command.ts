import type { Gone } from '@app/catalog/contract';
import { Aggregate } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitMapsChanged } from '../unit-maps/unit-map.events.js';

/** Backgrounds are of a map, embeds of an account; that a drawing makes itself is kept. */
const PARTS = {
  unit_maps: { table: 'mapping.unit_map', owner: 'asset_id', also: '' },
  landing_pages: { table: 'mapping.landing_page', owner: 'asset_id', also: '' },
  backgrounds: { table: 'mapping.background', owner: 'unit_map_id', also: 'and not is_drawing' },
  embeds: { table: 'mapping.embed', owner: 'account_id', also: '' },
};

/** Deletes what an asset, map or account has of a part beyond these ids. */
export class PruneMaps extends Command<Gone[]> {
  constructor(
    readonly ownerId: string,
    readonly part: keyof typeof PARTS,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneMaps)
export class PruneMapsHandler implements ICommandHandler<PruneMaps> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ ownerId, part, keep }: PruneMaps): Promise<Gone[]> {
    const { table, owner, also } = PARTS[part];
    return this.work.run(async () => {
      const gone = await this.database.rows<Gone>(
        `with gone as (
           delete from ${table} where ${owner} = :ownerId and not id = any (:keep::bigint[]) ${also} returning id, name
         ) select id::text, name from gone order by gone.id`,
        { ownerId, keep },
      );
      if (part === 'unit_maps' && gone.length > 0) this.work.track(new OtherMaps(ownerId));
      return gone;
    });
  }
}

/** Many maps at once are one event. */
class OtherMaps extends Aggregate {
  constructor(assetId: string) {
    super();
    this.record(new UnitMapsChanged(assetId));
  }
}
