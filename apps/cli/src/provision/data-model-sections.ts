import { CommandBus } from '@nestjs/cqrs';
import { UpsertDataModel, PruneDataModels } from '@app/data-models/provisioning';
import { each, fields, FILE, NAME, type Section } from './section.js';

const dataModels: Section = {
  path: 'assets.data_models',
  item: fields({ title: NAME, file: FILE }),
  key: ['title'],
  files: { file: 'bytes' },
  declare: (app, items, { ids: [asset], files }) =>
    each(items, ({ title, file }) =>
      app
        .get(CommandBus)
        .execute(new UpsertDataModel(asset!, { title: title as string, file: files.file(file as string).bytes })),
    ),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneDataModels(asset!, keep)),
};

export const dataModelSections = [dataModels];
