import { cachedProbe, Metrics, type Sample } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

interface Expected {
  asset: string;
  process: string;
  /** seconds since the last commit that published or confirmed prices, or since the process exists */
  age: number;
  isOverdue: boolean;
}

/** Only processes that declare what they expect, because each is a series of its own. */
const EXPECTED = `select coalesce(json_agg(json_build_object('asset', asset_id::text, 'process', id::text, 'age', age,
    'isOverdue', age > expected_every_hours * 3600)), '[]') as processes
  from (select *, greatest(0, extract(epoch from platform.now() - coalesce(published_at, created_at)))::float8 as age
    from pricing.process where expected_every_hours is not null order by id) process`;

/** The age of the prices of processes with `expected_every_hours`. */
@Injectable()
export class ExpectedPrices {
  constructor(metrics: Metrics, database: Database) {
    const read = cachedProbe(() => database.rows<{ processes: Expected[] }>(EXPECTED));
    const samples = (valueOf: (expected: Expected) => number) => async (): Promise<Sample[]> =>
      ((await read())?.processes ?? []).map((expected) => ({
        labels: { asset: expected.asset, process: expected.process },
        value: valueOf(expected),
      }));
    const labelNames = ['asset', 'process'];
    const age = {
      name: 'pricing_last_publication_age_seconds',
      help: 'Time since prices last arrived, of processes with expected_every_hours',
      labelNames,
    };
    const overdue = {
      name: 'pricing_publication_overdue',
      help: 'Whether that time exceeds expected_every_hours: 1 or 0',
      labelNames,
    };
    metrics.observe(
      Gauge,
      age,
      samples((expected) => expected.age),
    );
    metrics.observe(
      Gauge,
      overdue,
      samples(({ isOverdue }) => Number(isOverdue)),
    );
  }
}
