import { Database, Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Declared } from '../galleries/declare-gallery.command.js';
import { MarkerDescription } from './marker-description.aggregate.js';
import type { MarkerDescriptionFields } from './marker-description.dto.js';

@Injectable()
export class MarkerDescriptions extends Repository<MarkerDescription> {
  protected readonly entity = MarkerDescription;
}

/** Makes a marker description of this name be as declared; they have no create operation in the API. */
export class DeclareMarkerDescription extends Command<Declared> {
  constructor(
    readonly assetId: string,
    readonly declared: MarkerDescriptionFields,
  ) {
    super();
  }
}

const FIND = `select id::text from merchandising.marker_description
  where asset_id = :assetId and name = :name order by id limit 1`;

@CommandHandler(DeclareMarkerDescription)
export class DeclareMarkerDescriptionHandler implements ICommandHandler<DeclareMarkerDescription> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly markers: MarkerDescriptions,
  ) {}

  execute({ assetId, declared }: DeclareMarkerDescription): Promise<Declared> {
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, { assetId, name: declared.name });
      if (!found) {
        const { id } = await this.markers.add(new MarkerDescription(assetId, declared));
        return { id, made: 'created' };
      }
      const marker = await this.markers.lock({ assetId, id: found.id });
      if (!marker.declare(declared)) return { id: found.id, made: 'unchanged' };
      await this.markers.save(marker);
      return { id: found.id, made: 'changed' };
    });
  }
}
