import { Inject, Injectable } from '@nestjs/common';
import { type Reply, tagOf } from '../http/reply.js';
import { type Count, Metrics } from '../observe/metrics.js';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../tokens.js';
import { Database } from './database.js';
import { SharedQuestion } from './shared-question.js';

/** One row of one text would not be told from none: a question is wrapped, and its columns keep their names. */
interface Question {
  id: number;
  sql: string;
  /** whether the answer can change with time alone */
  isTimed: boolean;
}

interface Answered {
  /** what was committed when it was asked, in the words of Postgres */
  snapshot: string;
  reply: Reply;
  /** bytes */
  size: number;
}

/** What is committed, in the words of Postgres, and of which server: after a failover, transactions are counted anew. */
const SNAPSHOT = `pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`;

/** In bytes, for what is kept beside the text. */
const OVERHEAD = 1_000;

/**
 * Answers of this process, each with the snapshot it was read in. Asked again, the snapshot of now is compared with that
 * one: when they are equal nothing at all was committed in between, and the answer is still exact. So a reader sees every
 * write that was answered, through whatever process it came, and an unchanged answer costs neither rows nor JSON nor a hash.
 * While nothing is committed, those who ask at once share one question for the snapshot; while something is, the statement
 * brings the snapshot along, and is not run when it is the same (docs/decisions/unchanged-answers.md).
 */
@Injectable()
export class UnchangedAnswers {
  private readonly questions = new Map<string, Question>();
  /** the one that was used longest ago comes first */
  private readonly answers = new Map<string, Answered>();
  private size = 0;
  /** whether the last snapshot that was asked for was the one before */
  private isStill = false;
  private readonly committed = new SharedQuestion(() => this.snapshot());
  private readonly most: number;
  private readonly asked: Record<'same' | 'new', Count>;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: Settings,
    metrics: Metrics,
  ) {
    const help = 'Questions whose answers are kept: the kept one was still right, or it was made';
    this.asked = metrics.counters('database_answers_total', help, 'outcome', ['same', 'new']);
    metrics.gauge('database_answers_bytes', 'Memory of the answers that are kept, about', () => this.size);
    this.most = settings.answerMemory * 1024 * 1024;
  }

  /**
   * @param sql gives at most one row, and depends on nothing but stored rows and `values`
   * @param about what the reply depends on beside these
   * @param reply of the row, or of none; what it throws is not kept
   */
  async ask<Row>(
    sql: string,
    values: Record<string, unknown>,
    about: string,
    readers: string,
    reply: (row: Row | undefined) => Reply,
  ): Promise<Reply> {
    const question = this.questions.get(sql) ?? this.take(sql);
    // A transaction sees its own writes, which no snapshot tells of.
    if (question.isTimed || this.most === 0 || this.database.inTransaction) {
      const [row] = await this.database.rows<Row>(sql, values, readers);
      return reply(row);
    }
    const key = `${question.id} ${about} ${JSON.stringify(values)}`;
    const known = this.answers.get(key);
    if (known && this.isStill) {
      this.isStill = (await this.committed.ask()) === known.snapshot;
      if (this.isStill) return this.use(key, known);
    }
    const [changed] = await this.database.rows<Row & { snapshot: string; is_found: true | null }>(
      question.sql,
      { ...values, snapshot: known?.snapshot ?? null },
      readers,
    );
    if (!changed) {
      this.isStill = true;
      return this.use(key, known!);
    }
    this.asked.new.add();
    return this.keep(key, changed.snapshot, reply(changed.is_found ? changed : undefined));
  }

  private take(sql: string): Question {
    const wrapped = `select ${SNAPSHOT} as snapshot, answer.*
      from (values (1)) always left join lateral (select true as is_found, asked.* from (${sql}) asked) answer on true
      where ${SNAPSHOT} is distinct from :snapshot::text`;
    const question = {
      id: this.questions.size,
      sql: wrapped,
      isTimed: /\bnow\(\)|\bcurrent_|_timestamp\(\)/i.test(sql),
    };
    this.questions.set(sql, question);
    return question;
  }

  private async snapshot(): Promise<string> {
    const [row] = await this.database.rows<{ snapshot: string }>(`select ${SNAPSHOT} as snapshot`, {}, 'snapshots');
    return row!.snapshot;
  }

  private use(key: string, answered: Answered): Reply {
    this.asked.same.add();
    if (this.answers.delete(key)) this.answers.set(key, answered);
    return answered.reply;
  }

  private keep(key: string, snapshot: string, reply: Reply): Reply {
    const size = bytesOf(reply.text ?? '') + bytesOf(key) + OVERHEAD;
    if (size > this.most / 10) return reply;
    const answered = { snapshot, reply, size: 0 };
    reply.made = { tag: tagOf(reply), grown: (bytes) => this.grow(key, answered, bytes) };
    this.size -= this.answers.get(key)?.size ?? 0;
    this.answers.delete(key);
    this.answers.set(key, answered);
    this.grow(key, answered, size);
    return reply;
  }

  private grow(key: string, answered: Answered, bytes: number): void {
    if (this.answers.get(key) !== answered) return;
    answered.size += bytes;
    this.size += bytes;
    for (const [oldest, { size }] of this.answers) {
      if (this.size <= this.most) break;
      this.answers.delete(oldest);
      this.size -= size;
    }
  }
}

/** In memory, at most: beyond ASCII, each character of a text takes two. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length;
