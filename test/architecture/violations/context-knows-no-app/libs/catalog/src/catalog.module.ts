export { AppModule } from '../../../apps/api/src/app.module.js'; // not allowed: context-knows-no-app
