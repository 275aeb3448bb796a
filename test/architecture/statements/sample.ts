import type { ScheduledJob } from '@app/platform/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import type { Query } from '@nestjs/cqrs';
import type { Fixture } from '../../access/fixture.js';
import type { TestApp } from '../../support/app.js';

export interface Given {
  app: TestApp;
  fixture: Fixture;
  /** path of a pricing process with three publications */
  pricing: string;
  /** the contexts of both APIs, as the command line has them */
  contexts: INestApplicationContext;
  dataModels: { app: TestApp; fixture: Fixture };
  /** Runs a job of the API once, and measures how far it is behind. */
  run(job: abstract new (...given: never[]) => ScheduledJob): Promise<void>;
  query(query: Query<unknown>): Promise<unknown>;
}

export type Step = (given: Given) => Promise<unknown>;

/**
 * What sends statements: a request, `GET` by default, or a named step. A path without `/` at the start is below the asset; `{floor}` is
 * the id of one, `:process` the process with prices. Other ids need not exist for reads: a statement checks its preconditions itself.
 * A write without a body sends the example of the OpenAPI document.
 */
export type Sample = string | readonly [request: string, body: object] | readonly [name: string, step: Step];

/** Samples by the file that shows their statements, without `.sql`. */
export type Samples = Record<string, readonly Sample[]>;
