import { Database, Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Gallery } from './gallery.aggregate.js';

/** What became of a thing that was declared. */
export interface Declared {
  id: string;
  made: 'created' | 'changed' | 'unchanged';
}

@Injectable()
export class Galleries extends Repository<Gallery> {
  protected readonly entity = Gallery;
}

/** Makes a gallery of this name be as declared; galleries have no create operation in the API. */
export class DeclareGallery extends Command<Declared> {
  constructor(
    readonly assetId: string,
    /** images: names of stored files, in order */
    readonly declared: { name: string; images: string[] },
  ) {
    super();
  }
}

const FIND =
  'select id::text from merchandising.gallery where asset_id = :assetId and name = :name order by id limit 1';

@CommandHandler(DeclareGallery)
export class DeclareGalleryHandler implements ICommandHandler<DeclareGallery> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly galleries: Galleries,
  ) {}

  execute({ assetId, declared }: DeclareGallery): Promise<Declared> {
    const { name, images } = declared;
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, { assetId, name });
      if (!found) {
        const { id } = await this.galleries.add(new Gallery(assetId, name, images));
        return { id, made: 'created' };
      }
      const gallery = await this.galleries.lock({ assetId, id: found.id });
      if (!gallery.declare(images)) return { id: found.id, made: 'unchanged' };
      await this.galleries.save(gallery);
      return { id: found.id, made: 'changed' };
    });
  }
}
