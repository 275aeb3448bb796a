import type { Ids } from '@app/platform/core';
import { type Deleted, InjectRepository, prune, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Backgrounds } from '../backgrounds/background.repository.js';
import { LandingPage } from '../landing-pages/landing-page.aggregate.js';
import { UnitMap } from '../unit-maps/unit-map.aggregate.js';
import { Embeds } from './upsert-embed.command.js';

/** Deletes the maps or landing pages of an asset except these ids. */
export class PruneMaps extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly part: 'unit_maps' | 'landing_pages',
    readonly keep: readonly string[],
  ) {
    super();
  }
}

/** Deletes the backgrounds of a map except these ids and the one generated from its drawing. */
export class PruneBackgrounds extends Command<Deleted[]> {
  constructor(
    readonly ids: Ids<'asset' | 'map'>,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

export class PruneEmbeds extends Command<Deleted[]> {
  constructor(
    readonly accountId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const nameOf = ({ name }: { name: string }): string => name;

@CommandHandler(PruneMaps)
export class PruneMapsHandler implements ICommandHandler<PruneMaps> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    @InjectRepository(LandingPage) private readonly pages: Repository<LandingPage>,
  ) {}

  execute({ assetId, part, keep }: PruneMaps): Promise<Deleted[]> {
    return this.work.run(() =>
      part === 'unit_maps'
        ? prune(this.maps, { assetId }, keep, nameOf, (map) => map.remove())
        : prune(this.pages, { assetId }, keep, nameOf),
    );
  }
}

@CommandHandler(PruneBackgrounds)
export class PruneBackgroundsHandler implements ICommandHandler<PruneBackgrounds> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly backgrounds: Backgrounds,
  ) {}

  execute({ ids, keep }: PruneBackgrounds): Promise<Deleted[]> {
    const of = { assetId: ids.assetId, unitMapId: ids.mapId, isDrawing: false };
    return this.work.run(() => prune(this.backgrounds, of, keep, nameOf));
  }
}

@CommandHandler(PruneEmbeds)
export class PruneEmbedsHandler implements ICommandHandler<PruneEmbeds> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly embeds: Embeds,
  ) {}

  execute({ accountId, keep }: PruneEmbeds): Promise<Deleted[]> {
    return this.work.run(() => prune(this.embeds, { accountId }, keep, nameOf));
  }
}
