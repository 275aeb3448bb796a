import { Pricing1763600200000 } from './1763600200000-pricing.js';
import { TransactionIds1763609000000 } from './1763609000000-transaction-ids.js';
import { WhatToSweep1763611300000 } from './1763611300000-what-to-sweep.js';
import { EntryOwner1763800200000 } from './1763800200000-entry-owner.js';
import { TransactionBounds1763900100000 } from './1763900100000-transaction-bounds.js';
import { RestoredPublications1764000100000 } from './1764000100000-restored-publications.js';
import { ProcessGuard1764100100000 } from './1764100100000-process-guard.js';
import { Publications1764000000000 } from './1764000000000-publications.js';
import { UnitStates1764100000000 } from './1764100000000-unit-states.js';
import { RemoveUnitStates1764200000000 } from './1764200000000-remove-unit-states.js';
import { UnitKeys1764300000000 } from './1764300000000-unit-keys.js';
import { DeletedUnits1764400000000 } from './1764400000000-deleted-units.js';
import { DeletionsWait1764500000000 } from './1764500000000-deletions-wait.js';
import { StateKeys1764600000000 } from './1764600000000-state-keys.js';

export const pricingMigrations = [
  Pricing1763600200000,
  TransactionIds1763609000000,
  WhatToSweep1763611300000,
  EntryOwner1763800200000,
  TransactionBounds1763900100000,
  Publications1764000000000,
  RestoredPublications1764000100000,
  UnitStates1764100000000,
  ProcessGuard1764100100000,
  RemoveUnitStates1764200000000,
  UnitKeys1764300000000,
  DeletedUnits1764400000000,
  DeletionsWait1764500000000,
  StateKeys1764600000000,
];
