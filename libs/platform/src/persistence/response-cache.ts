import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Counter, Metrics } from '../core/metrics.js';
import type { Settings } from '../core/settings.js';
import { SETTINGS } from '../core/tokens.js';
import { CacheInvalidation } from './cache-invalidation.js';
import { Database } from './database.js';
import type { Json } from './json.js';

interface Question {
  id: number;
  /** whether the answer can change with time alone */
  isTimed: boolean;
}

interface Answered {
  /** of what it is about, before it was made */
  version: number;
  answer: Json;
  /** bytes */
  size: number;
}

/** In bytes, for what is kept beside the text. */
const OVERHEAD = 1_000;

/**
 * Answers of this process. Asked again, one is still exact while nothing was committed of the asset it is about, or of what is no
 * asset's: those who ask at once share one look at that. So a reader sees every write that was answered, through whatever process
 * it came, and an unchanged answer costs neither rows nor JSON nor a hash (docs/decisions/0020-response-cache.md).
 */
@Injectable()
export class ResponseCache {
  private readonly questions = new Map<string, Question>();
  /** none, when nothing is to be kept */
  private readonly answers: LRUCache<string, Answered> | undefined;
  private readonly requests = { hit: new Counter(), miss: new Counter() };

  constructor(
    private readonly database: Database,
    private readonly changes: CacheInvalidation,
    @Inject(SETTINGS) settings: Settings,
    metrics: Metrics,
  ) {
    this.observe(metrics);
    const maxSize = settings.responseCacheMb * 1024 * 1024;
    if (maxSize > 0) this.answers = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 10) });
  }

  /**
   * @param sql gives at most one row, and depends on nothing but stored rows and `values`; with a value `asset`, on none of other
   *   assets
   * @param make the answer of the row, or of none; what it throws is not kept
   */
  async ask<Row, Answer extends Json>(
    sql: string,
    values: Record<string, unknown>,
    readers: string,
    make: (row: Row | undefined) => Answer,
  ): Promise<Answer> {
    const question = this.questions.get(sql) ?? this.take(sql);
    // A transaction sees its own writes, of which nothing is known yet.
    const { answers } = this;
    if (!answers || question.isTimed || this.database.inTransaction) {
      const [row] = await this.database.rows<Row>(sql, values, readers);
      return make(row);
    }
    const key = `${question.id} ${JSON.stringify(values)}`;
    const asset = values['asset'] as string | undefined;
    const known = answers.get(key);
    if (known || !this.changes.hasLooked) await this.changes.look();
    const version = this.changes.version(asset);
    if (known?.version === version) {
      this.requests.hit.add();
      return known.answer as Answer;
    }
    const [row] = await this.database.rows<Row>(sql, values, readers);
    this.requests.miss.add();
    return keep(answers, key, version, make(row));
  }

  /** Each under its name and under the one that it had before, for dashboards that still use it. */
  private observe(metrics: Metrics): void {
    const { hit, miss } = this.requests;
    const samples = (hits: string, misses: string) => () => [
      { labels: { outcome: hits }, value: hit.value },
      { labels: { outcome: misses }, value: miss.value },
    ];
    const help = 'Reads of cacheable responses: a hit was still exact, a miss was made';
    metrics.counterSamples('response_cache_requests_total', help, samples('hit', 'miss'));
    metrics.gauge(
      'response_cache_bytes',
      'Approximate memory of the cached responses',
      () => this.answers?.calculatedSize ?? 0,
    );
    const deprecated = 'Deprecated: use response_cache_requests_total';
    metrics.counterSamples('database_answers_total', deprecated, samples('same', 'new'));
    metrics.gauge(
      'database_answers_bytes',
      'Deprecated: use response_cache_bytes',
      () => this.answers?.calculatedSize ?? 0,
    );
  }

  private take(sql: string): Question {
    const isTimed = /\bnow\(\)|\bcurrent_|_timestamp\(\)/i.test(sql);
    const question = { id: this.questions.size, isTimed };
    this.questions.set(sql, question);
    return question;
  }
}

function keep<Answer extends Json>(
  answers: LRUCache<string, Answered>,
  key: string,
  version: number,
  answer: Answer,
): Answer {
  const size = bytesOf(answer.text) + bytesOf(key) + OVERHEAD;
  answers.set(key, { version, answer, size }, { size });
  answer.onGrowth = (bytes) => {
    const kept = answers.peek(key);
    if (kept?.answer !== answer) return;
    const grown = kept.size + bytes;
    answers.set(key, { ...kept, size: grown }, { size: grown });
  };
  return answer;
}

/** In memory, at most: beyond ASCII, each character of a text takes two. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length;
