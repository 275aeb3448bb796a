import { Viewer1763600600000 } from './1763600600000-viewer.js';

export const viewerMigrations = [Viewer1763600600000];
