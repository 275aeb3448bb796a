import { Viewer1763600600000 } from './1763600600000-viewer.js';
import { ViewerChanges1763610100000 } from './1763610100000-viewer-changes.js';
import { DueBuilds1763611400000 } from './1763611400000-due-builds.js';
import { ViewerViews1763900200000 } from './1763900200000-viewer-views.js';
import { FileUrls1764000100000 } from './1764000100000-file-urls.js';
import { ViewerOutbox1764800100000 } from './1764800100000-viewer-outbox.js';
import { RequestSnapshots1764900100000 } from './1764900100000-request-snapshots.js';

export const viewerMigrations = [
  Viewer1763600600000,
  ViewerChanges1763610100000,
  DueBuilds1763611400000,
  ViewerViews1763900200000,
  FileUrls1764000100000,
  ViewerOutbox1764800100000,
  RequestSnapshots1764900100000,
];
