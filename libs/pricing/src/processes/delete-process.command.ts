import { ReleaseProcess } from '@app/mapping/contract';
import type { Ids } from '@app/platform/core';
import { type Deletion, type DeletionOptions, Deletions } from '@app/platform/resources';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PricingProcess } from './process.aggregate.js';
import { Processes } from './process.repository.js';

/** Deletes a process with its prices; maps of embeds no longer show it. */
export class DeleteProcess extends Command<Deletion> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly options: DeletionOptions,
  ) {
    super();
  }
}

@CommandHandler(DeleteProcess)
export class DeleteProcessHandler implements ICommandHandler<DeleteProcess> {
  constructor(
    private readonly deletions: Deletions,
    private readonly processes: Processes,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids: { assetId, processId }, options }: DeleteProcess): Promise<Deletion> {
    return this.deletions.run(PricingProcess, { assetId, id: processId }, options, {
      clearReferences: async () => {
        const count = await this.commands.execute(new ReleaseProcess(assetId, processId));
        return count > 0 ? [{ resource: 'embed_map', count }] : [];
      },
      beforeDelete: () => this.processes.deleteEntries(assetId, [processId]),
    });
  }
}
