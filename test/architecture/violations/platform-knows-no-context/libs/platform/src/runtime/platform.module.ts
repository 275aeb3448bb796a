export { AppModule } from '../../../../apps/api/src/app.module.js'; // not allowed: platform-knows-no-context
