import { Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Background } from './background.aggregate.js';
import type { BackgroundFiles, CreateBackgroundDto } from './background.dto.js';
import { Backgrounds } from './background.repository.js';

/** Creates a background, or changes one. @returns its id @throws Problem 404, and 409 for a name that is taken */
export class WriteBackground extends Command<string> {
  constructor(
    readonly ids: { readonly assetId: string; readonly mapId: string; readonly backgroundId?: string },
    readonly fields: CreateBackgroundDto & Partial<BackgroundFiles>,
  ) {
    super();
  }
}

@CommandHandler(WriteBackground)
export class WriteBackgroundHandler implements ICommandHandler<WriteBackground> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly backgrounds: Backgrounds,
    private readonly files: Files,
  ) {}

  execute({ ids: { assetId, mapId, backgroundId }, fields: { name, image } }: WriteBackground): Promise<string> {
    return this.work.run(async () => {
      const background =
        backgroundId === undefined
          ? await this.added(assetId, mapId, name, image!.name)
          : await this.changed(assetId, backgroundId, name, image?.name);
      if (image) await this.files.keep(image);
      return background.id;
    });
  }

  private async added(asset: string, map: string, name: string | undefined, image: string): Promise<Background> {
    const free = name ?? (await this.backgrounds.freeName(asset, map, 'Background'));
    const background = new Background(asset, map, free, image);
    await this.backgrounds.checkUniqueIndexes(background);
    return this.backgrounds.add(background);
  }

  private async changed(assetId: string, id: string, name: string | undefined, image: string | undefined) {
    const background = await this.backgrounds.lock({ assetId, id });
    if (image !== undefined) background.requireOwn();
    background.revise({ ...(name !== undefined && { name }), ...(image !== undefined && { image }) });
    await this.backgrounds.checkUniqueIndexes(background);
    await this.backgrounds.save(background);
    return background;
  }
}
