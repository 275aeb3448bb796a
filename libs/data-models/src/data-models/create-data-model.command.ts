import { FileContent, Files, type Upload } from '@app/platform/files';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataModel } from './data-model.aggregate.js';

/** Creates a data model. @returns its id */
export class CreateDataModel extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly title: string,
    readonly file: FileContent<Upload>,
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
  ) {}

  async execute({ assetId, title, file }: CreateDataModel): Promise<string> {
    await this.files.stage(file);
    return this.work.run(async () => {
      const { id } = await this.models.add(new DataModel(assetId, title, file.name));
      await this.files.keep(file);
      return id;
    });
  }
}
