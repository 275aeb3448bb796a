import { FileContent, Files } from '@app/platform/files';
import { invalid } from '@app/platform/core';
import { ReferenceValidator, UnitOfWork, type UpsertResult, type WithId } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Background } from '../backgrounds/background.aggregate.js';
import { readBackground } from '../backgrounds/background-file.value.js';
import { Backgrounds } from '../backgrounds/background.repository.js';

interface BackgroundRow extends WithId {
  unitMapId: string;
  name: string;
  /** an SVG by its extension, otherwise a PNG, JPEG, GIF or WebP by its bytes; or an image that is already processed */
  image: { name: string; bytes: Buffer } | FileContent;
}

/** Creates or updates a background, matched by name. */
export class UpsertBackground extends Command<UpsertResult> {
  constructor(
    readonly assetId: string,
    readonly declared: BackgroundRow,
  ) {
    super();
  }
}

@CommandHandler(UpsertBackground)
export class UpsertBackgroundHandler implements ICommandHandler<UpsertBackground> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly ids: ReferenceValidator,
    private readonly backgrounds: Backgrounds,
    private readonly files: Files,
  ) {}

  async execute({
    assetId,
    declared: { id: wanted, unitMapId, name, image: picture },
  }: UpsertBackground): Promise<UpsertResult> {
    const content = picture instanceof FileContent ? picture : await pictureOf(picture);
    await this.files.stage(content);
    return this.work.run(async () => {
      await this.ids.require(assetId, [{ path: 'map', table: 'mapping.unit_map', id: unitMapId }]);
      const found = await this.backgrounds.named(assetId, unitMapId, name);
      if (found?.isDrawing) throw invalid({ name: ['is that of the drawing itself'] });
      const changed = found?.revise({ image: content.name });
      if (found && changed) await this.backgrounds.save(found);
      const { id } =
        found ?? (await this.backgrounds.add(new Background(assetId, unitMapId, name, content.name), wanted));
      await this.files.keep(content);
      return { id, outcome: !found ? 'created' : changed ? 'changed' : 'unchanged' };
    });
  }
}

/** @throws Problem 422 */
async function pictureOf({ name, bytes }: { name: string; bytes: Buffer }): Promise<FileContent> {
  const read = await readBackground(name, async () => bytes);
  if ('error' in read) throw invalid({ image: [read.error] });
  return read.value;
}
