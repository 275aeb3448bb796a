import { CommandBus } from '@nestjs/cqrs';
import { DataModel, UpsertDataModel } from '@app/data-models/provisioning';
import { eachMatched, fields, FILE, ID, NAME, pruneAll, type Section } from './section.js';

const dataModels: Section = {
  path: 'assets.data_models',
  item: fields({ 'id?': ID, title: NAME, file: FILE }),
  table: 'data_model.data_model',
  key: ['title'],
  files: { file: 'bytes' },
  apply: (app, items, { ids: [asset], files }) =>
    eachMatched(items, ({ title, file }, declaredAs) => {
      const declared = { ...declaredAs, title: title as string, file: files.file(file as string).bytes };
      return app.get(CommandBus).execute(new UpsertDataModel(asset!, declared));
    }),
  prune: pruneAll(DataModel, 'title'),
};

export const dataModelSections = [dataModels];
