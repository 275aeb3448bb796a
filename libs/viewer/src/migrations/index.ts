import { Viewer1763600600000 } from './1763600600000-viewer.js';
import { ViewerChanges1763610100000 } from './1763610100000-viewer-changes.js';

export const viewerMigrations = [Viewer1763600600000, ViewerChanges1763610100000];
