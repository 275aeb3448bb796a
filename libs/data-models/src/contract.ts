/** What may be known of data models outside. No other context asks. */
export { DeclareDataModel } from './data-models/declare-data-model.command.js';
export { DeclaredDataModels } from './data-models/declared-data-models.queries.js';
export { PruneDataModels } from './data-models/prune-data-models.command.js';
