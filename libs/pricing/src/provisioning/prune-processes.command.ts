import { ReleaseProcess } from '@app/mapping/contract';
import { type Deleted, prune, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Processes } from '../processes/process.repository.js';

/** Deletes all other processes of the asset with their prices. */
export class PruneProcesses extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneProcesses)
export class PruneProcessesHandler implements ICommandHandler<PruneProcesses> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly processes: Processes,
    private readonly commands: CommandBus,
  ) {}

  execute({ assetId, keep }: PruneProcesses): Promise<Deleted[]> {
    return this.work.run(async () => {
      const all = await this.processes.lockAll({ assetId }); // before their entries, in the lock order of commits
      const obsolete = all.map(({ id }) => id).filter((id) => !keep.includes(id));
      await this.processes.deleteEntries(assetId, obsolete);
      for (const id of obsolete) await this.commands.execute(new ReleaseProcess(assetId, id));
      return prune(this.processes, { assetId }, keep, ({ name }) => name);
    });
  }
}
