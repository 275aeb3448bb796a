import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Embed } from './embed.aggregate.js';
import type { NewEmbedDto, SentMap } from './embed.dto.js';
import { Embeds, type MapFields, type PlacedMap } from './embed.repository.js';

/** Creates an embed with its maps. @returns its id */
export class CreateEmbed extends Command<string> {
  constructor(
    readonly accountId: string,
    readonly fields: NewEmbedDto,
  ) {
    super();
  }
}

export const SENT: MapFields = { list: 'service_maps', process: 'pricing_process_id', asset: 'asset_id', map: 'id' };

export const placedOf = (maps: readonly SentMap[]): PlacedMap[] =>
  maps.map(({ id, asset_id, instance_key, pricing_process_id }) => ({
    ...{ assetId: asset_id, unitMapId: id, instanceKey: instance_key, pricingProcessId: pricing_process_id },
  }));

@CommandHandler(CreateEmbed)
export class CreateEmbedHandler implements ICommandHandler<CreateEmbed> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly embeds: Embeds,
  ) {}

  execute({ accountId, fields: { serviceMaps, ...fields } }: CreateEmbed): Promise<string> {
    const maps = placedOf(serviceMaps);
    return this.work.run(async () => {
      await this.embeds.requireMaps(accountId, maps, SENT);
      const embed = await this.embeds.add(new Embed(accountId, fields.name, fields));
      await this.embeds.place(embed, maps);
      return embed.id;
    });
  }
}
