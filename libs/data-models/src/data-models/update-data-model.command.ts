import { Files } from '@app/platform/files';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataModel } from './data-model.aggregate.js';
import type { NewFile, UpdateDataModelDto } from './data-model.dto.js';

/** Replaces the file of a data model, and its title if there is one. */
export class UpdateDataModel extends Command<void> {
  constructor(
    readonly assetId: string,
    readonly id: string,
    readonly changes: UpdateDataModelDto & NewFile,
  ) {
    super();
  }
}

@CommandHandler(UpdateDataModel)
export class UpdateDataModelHandler implements ICommandHandler<UpdateDataModel> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(DataModel) private readonly models: Repository<DataModel>,
    private readonly files: Files,
  ) {}

  async execute({ assetId, id, changes: { title, file } }: UpdateDataModel): Promise<void> {
    await this.files.stage(file);
    await this.work.run(async () => {
      const model = await this.models.lock({ assetId, id });
      model.revise({ title, file: file.name });
      await this.models.save(model);
      await this.files.keep(file);
    });
  }
}
