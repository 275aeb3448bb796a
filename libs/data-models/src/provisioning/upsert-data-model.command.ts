import {
  Database,
  type ProvisionRow,
  matchParameters,
  InjectRepository,
  matchByIdOrName,
  Repository,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { FileContent, Files } from '@app/platform/files';
import { invalid } from '@app/platform/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Csv } from '../data-models/csv.value.js';
import { DataModel } from '../data-models/data-model.aggregate.js';

/** Creates or updates a data model, matched by title. */
export class UpsertDataModel extends Command<UpsertResult> {
  constructor(
    readonly assetId: string,
    readonly declared: { title: string; file: Buffer } & ProvisionRow,
  ) {
    super();
  }
}

const FIND = `select id::text from data_model.data_model where asset_id = :assetId and ${matchByIdOrName('title')}`;

@CommandHandler(UpsertDataModel)
export class UpsertDataModelHandler implements ICommandHandler<UpsertDataModel> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(DataModel) private readonly models: Repository<DataModel>,
    private readonly files: Files,
  ) {}

  /** @throws Problem 422 naming the invalid lines of `file` */
  async execute({ assetId, declared }: UpsertDataModel): Promise<UpsertResult> {
    const { file } = declared;
    requireTable(file);
    const content = await FileContent.of(file, 'csv', 'private');
    return this.work.run(async () => {
      const result = await this.upsert(assetId, declared, content.name);
      await this.files.keep(content);
      return result;
    });
  }

  private async upsert(
    assetId: string,
    { title, ...declared }: { title: string } & ProvisionRow,
    file: string,
  ): Promise<UpsertResult> {
    const [found] = await this.database.rows<{ id: string }>(FIND, {
      assetId,
      ...matchParameters(declared, title),
    });
    if (!found) {
      const { id } = await this.models.add(new DataModel(assetId, title, file), declared.id);
      return { id, outcome: 'created' };
    }
    const model = await this.models.lock({ assetId, id: found.id });
    if (!model.revise({ file, title })) return { id: found.id, outcome: 'unchanged' };
    await this.models.save(model);
    return { id: found.id, outcome: 'changed' };
  }
}

function requireTable(file: Buffer): void {
  const table = new Csv();
  table.update(file);
  const errors = [...table.end()];
  if (table.unlisted > 0) errors.push(`must have rows of one width: ${table.unlisted} more lines have another`);
  if (errors.length > 0) throw invalid({ file: errors });
}
