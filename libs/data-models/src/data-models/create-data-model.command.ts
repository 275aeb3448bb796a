import { FileContent, Files, type Upload } from '@app/platform/files';
import { InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import type { ViewResource } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { DataModel } from './data-model.aggregate.js';

/** Creates a data model. @returns its id, and how it is shown */
export class CreateDataModel extends Command<readonly [id: string, shown: Json]> {
  constructor(
    readonly assetId: string,
    readonly title: string,
    readonly file: FileContent<Upload>,
    readonly view: (id: string) => ViewResource,
  ) {
    super();
  }
}

@CommandHandler(CreateDataModel)
export class CreateDataModelHandler implements ICommandHandler<CreateDataModel> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(DataModel) private readonly models: Repository<DataModel>,
    private readonly files: Files,
    private readonly queries: QueryBus,
  ) {}

  async execute({ assetId, title, file, view }: CreateDataModel): Promise<readonly [string, Json]> {
    await this.files.stage(file);
    return this.work.run(async () => {
      const { id } = await this.models.add(new DataModel(assetId, title, file.name));
      await this.files.keep(file);
      return [id, await this.queries.execute(view(id))] as const;
    });
  }
}
