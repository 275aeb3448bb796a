import {
  Database,
  type ProvisionRow,
  matchParameters,
  InjectRepository,
  matchByIdOrName,
  ReferenceValidator,
  Repository,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LandingPage } from '../landing-pages/landing-page.aggregate.js';
import { Embeds } from '../embeds/embed.repository.js';

interface LandingPageRow extends ProvisionRow {
  name: string;
  unitMapId: string;
  /** key in its URL, kept if it is free */
  key?: string;
}

/** Creates or updates a landing page, matched by name. */
export class UpsertLandingPage extends Command<UpsertResult> {
  constructor(
    readonly assetId: string,
    readonly declared: LandingPageRow,
  ) {
    super();
  }
}

const FIND = `select id::text from mapping.landing_page where asset_id = :assetId and ${matchByIdOrName('name')}`;

@CommandHandler(UpsertLandingPage)
export class UpsertLandingPageHandler implements ICommandHandler<UpsertLandingPage> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    @InjectRepository(LandingPage) private readonly pages: Repository<LandingPage>,
    private readonly embeds: Embeds,
  ) {}

  execute({ assetId, declared }: UpsertLandingPage): Promise<UpsertResult> {
    const { name, unitMapId } = declared;
    const fields = { name, serviceMapId: unitMapId };
    return this.work.run(async () => {
      await this.ids.require(assetId, [{ path: 'map', table: 'mapping.unit_map', id: unitMapId }]);
      const [found] = await this.database.rows<{ id: string }>(FIND, {
        assetId,
        ...matchParameters(declared, name),
      });
      if (!found) {
        const key = await this.embeds.freeKey(declared.key);
        const { id } = await this.pages.add(new LandingPage(assetId, fields, key), declared.id);
        return { id, outcome: 'created' };
      }
      const page = await this.pages.lock({ assetId, id: found.id });
      page.revise(fields);
      return { id: found.id, outcome: (await this.pages.save(page)) ? 'changed' : 'unchanged' };
    });
  }
}
