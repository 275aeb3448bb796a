import type { Settings } from '@app/platform/core';
import { isConnectionError, SchemaError } from '@app/platform/persistence';
import { requireSchema } from '@app/platform/runtime';
import type { INestApplicationContext } from '@nestjs/common';
import { hasDatabase, withDatabase } from './connect.js';
import { inContexts, PERSISTENCE } from './contexts.js';
import { CommandError } from './errors.js';
import type { Io } from './io.js';

type Work<T> = (app: INestApplicationContext) => Promise<T>;

/** Runs work on a database without creating or migrating it. @throws CommandError if there is none with the current schema */
export function withMigratedDatabase<T>(io: Io, work: Work<T>): Promise<T> {
  return onExistingDatabase(io, work, (obstacle) => {
    throw new CommandError(`${obstacle}. A dry run neither creates nor migrates a database`);
  });
}

/** Like `withMigratedDatabase`, but reports the reason and returns undefined if there is no such database. */
export function ifReachable<T>(io: Io, work: Work<T>): Promise<T | undefined> {
  return onExistingDatabase(io, work, (obstacle) => {
    io.err(`${obstacle}. The changes are unknown.`);
    return undefined;
  });
}

async function onExistingDatabase<T, U>(io: Io, work: Work<T>, otherwise: (obstacle: string) => U): Promise<T | U> {
  if (!hasDatabase(io)) return otherwise('There is no database');
  return withDatabase(io, async (settings) => {
    const obstacle = await obstacleOf(settings);
    return obstacle === undefined ? inContexts(settings, work) : otherwise(obstacle);
  });
}

async function obstacleOf(settings: Settings): Promise<string | undefined> {
  try {
    await requireSchema(settings, PERSISTENCE);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    if (isConnectionError(error)) return 'There is no database';
    throw error;
  }
}
