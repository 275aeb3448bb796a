export { AppModule } from '../../../apps/api/src/app.module.js'; // not allowed: contexts-not-to-apps
