import type { Ids } from '@app/platform/core';
import { type Deletion, type DeletionOptions, Deletions } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Background } from './background.aggregate.js';

/** Deletes a background, unless it is the drawing of its map. */
export class DeleteBackground extends Command<Deletion> {
  constructor(
    readonly ids: Ids<'asset' | 'background'>,
    readonly options: DeletionOptions,
  ) {
    super();
  }
}

@CommandHandler(DeleteBackground)
export class DeleteBackgroundHandler implements ICommandHandler<DeleteBackground> {
  constructor(private readonly deletions: Deletions) {}

  execute({ ids: { assetId, backgroundId }, options }: DeleteBackground): Promise<Deletion> {
    return this.deletions.run(Background, { assetId, id: backgroundId }, options, {
      beforeDelete: async (background) => background.requireOwn(),
    });
  }
}
