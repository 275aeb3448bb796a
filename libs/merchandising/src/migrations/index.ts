import { Merchandising1763600500000 } from './1763600500000-merchandising.js';
import { MarkerPlaces1763900100000 } from './1763900100000-marker-places.js';

export const merchandisingMigrations = [Merchandising1763600500000, MarkerPlaces1763900100000];
