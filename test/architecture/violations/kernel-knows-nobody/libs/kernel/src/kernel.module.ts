export { AppModule } from '../../../apps/api/src/app.module.js'; // not allowed: kernel-knows-nobody
