import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { Metrics } from '../../core/telemetry/metrics.js';
import { SETTINGS, type Settings } from '../../core/settings/settings.js';
import { CacheInvalidation } from './cache-invalidation.js';
import { Database } from '../connection/database.js';
import type { Json } from './json.js';

interface Entry {
  /** version of the asset before the statement ran */
  version: number;
  response: Json;
  /** bytes */
  size: number;
}

/** Bytes per entry besides the texts. */
const OVERHEAD = 1_000;

/**
 * The response cache of this process. An entry stays valid until a transaction changes its asset, or rows that belong to no
 * asset; concurrent readers share one check for changes. Every read therefore includes all acknowledged writes of all processes,
 * and a hit costs no rows, no JSON and no hash (docs/decisions/0020-response-cache.md).
 */
@Injectable()
export class ResponseCache {
  /** undefined when the cache is disabled */
  private readonly entries: LRUCache<string, Entry> | undefined;
  private readonly requests;

  constructor(
    private readonly database: Database,
    private readonly changes: CacheInvalidation,
    @Inject(SETTINGS) settings: Settings,
    metrics: Metrics,
  ) {
    this.requests = new Counter({
      name: 'response_cache_requests_total',
      help: 'Reads of cacheable responses, by outcome: hit or miss',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of ['hit', 'miss']) this.requests.inc({ outcome }, 0);
    const help = 'Approximate memory of the cached responses';
    metrics.gauge('response_cache_bytes', help, () => this.entries?.calculatedSize ?? 0);
    const maxSize = settings.responseCacheMb * 1024 * 1024;
    if (maxSize > 0) this.entries = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 10) });
  }

  /**
   * @param sql returns at most one row and depends only on stored rows and `values`; with a value `asset`, only on rows of that
   *   asset and rows that belong to none
   * @param make builds the response from the row; errors are not cached
   */
  async read<Row, Response extends Json>(
    sql: string,
    values: Record<string, unknown>,
    readers: string,
    make: (row: Row | undefined) => Response,
  ): Promise<Response> {
    const { name, isTimed } = this.database.statement(sql);
    // A transaction sees its own uncommitted writes.
    const { entries } = this;
    if (!entries || isTimed || this.database.inTransaction) {
      const [row] = await this.database.rows<Row>(sql, values, readers);
      return make(row);
    }
    const key = `${name} ${JSON.stringify(values)}`;
    const asset = values['asset'] as string | undefined;
    const cached = entries.get(key);
    if (cached || !this.changes.hasPolled) await this.changes.poll();
    const version = this.changes.version(asset);
    if (cached?.version === version) {
      this.requests.inc({ outcome: 'hit' });
      return cached.response as Response;
    }
    const [row] = await this.database.rows<Row>(sql, values, readers);
    this.requests.inc({ outcome: 'miss' });
    return keep(entries, key, version, make(row));
  }
}

function keep<Response extends Json>(
  entries: LRUCache<string, Entry>,
  key: string,
  version: number,
  response: Response,
): Response {
  const size = bytesOf(response.text) + bytesOf(key) + OVERHEAD;
  entries.set(key, { version, response, size }, { size });
  response.onGrowth = (bytes) => {
    const current = entries.peek(key);
    if (current?.response !== response) return;
    const grown = Math.min(current.size + bytes, entries.maxEntrySize); // the cache would drop a larger entry
    entries.set(key, { ...current, size: grown }, { size: grown });
  };
  return response;
}

/** Upper bound in memory: beyond ASCII, V8 stores two bytes per character. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length;
