import { Files } from '@app/platform/files';
import { InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import type { ViewResource } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { DataModel } from './data-model.aggregate.js';
import type { NewFile, UpdateDataModelDto } from './data-model.dto.js';

/** Replaces the file of a data model, and its title if there is one. @returns how it is shown */
export class UpdateDataModel extends Command<Json> {
  constructor(
    readonly assetId: string,
    readonly id: string,
    readonly changes: UpdateDataModelDto & NewFile,
    readonly view: ViewResource,
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ assetId, id, changes: { title, file }, view }: UpdateDataModel): Promise<Json> {
    await this.files.stage(file);
    return this.work.run(async () => {
      const model = await this.models.lock({ assetId, id });
      model.revise({ title, file: file.name });
      await this.models.save(model);
      await this.files.keep(file);
      return this.queries.execute(view);
    });
  }
}
