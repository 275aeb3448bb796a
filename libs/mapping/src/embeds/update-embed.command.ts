import type { Ids } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { placedOf, SENT } from './create-embed.command.js';
import type { UpdateEmbedDto } from './embed.dto.js';
import { Embeds, withStored } from './embed.repository.js';

/** Changes an embed, and replaces its maps. @throws Problem 404 */
export class UpdateEmbed extends Command<void> {
  constructor(
    readonly ids: Ids<'account' | 'embed'>,
    readonly changes: UpdateEmbedDto,
  ) {
    super();
  }
}

@CommandHandler(UpdateEmbed)
export class UpdateEmbedHandler implements ICommandHandler<UpdateEmbed> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly embeds: Embeds,
  ) {}

  execute({ ids: { accountId, embedId }, changes: { serviceMaps, ...fields } }: UpdateEmbed): Promise<void> {
    return this.work.run(async () => {
      const embed = await this.embeds.lock({ accountId, id: embedId });
      const changed = embed.revise(fields);
      if (changed) await this.embeds.save(embed);
      if (!serviceMaps) return;
      const stored = await this.embeds.placed(embed);
      const maps = withStored(placedOf(serviceMaps), stored);
      await this.embeds.requireMaps(accountId, maps, SENT, stored);
      if (await this.embeds.place(embed, maps)) await this.embeds.touch(embed);
    });
  }
}
