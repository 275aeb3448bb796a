export { AppModule } from '../../../../apps/api/src/app.module.js'; // not allowed: platform-not-to-contexts
