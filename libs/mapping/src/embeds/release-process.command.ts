import { Database } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** Lets the maps of embeds show the latest publication instead of a pricing process, in the current transaction. @returns how many did */
export class ReleaseProcess extends Command<number> {
  constructor(
    readonly assetId: string,
    readonly processId: string,
  ) {
    super();
  }
}

const RELEASE = `update mapping.embed_map set pricing_process_id = null
  where asset_id = :asset and pricing_process_id = :process`;

@CommandHandler(ReleaseProcess)
export class ReleaseProcessHandler implements ICommandHandler<ReleaseProcess> {
  constructor(private readonly database: Database) {}

  execute({ assetId, processId }: ReleaseProcess): Promise<number> {
    return this.database.execute(RELEASE, { asset: assetId, process: processId });
  }
}
