import { type Ids, invalid, notFound, Problem, timeText } from '@app/platform/core';
import { type Condition, Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { dayOf } from './flat-rule.js';

/** Selects a publication by number, or the one live at an instant. */
export interface Moment {
  publication?: string;
  at?: string;
}

/** A publication and the generation of its entries. */
export interface PastPublication {
  generation: string;
  number: string;
  /** day of publication where the asset stands */
  day: string;
  /** as in lists */
  publishedAt: string | null;
}

const FIND = `select publication.generation_id::text as generation, publication.id::text as number,
    ${dayOf('publication.published_at')}::text as day,
    to_json(date_trunc('second', publication.published_at)) as "publishedAt"
  from pricing.publication publication where publication.asset_id = :asset and publication.process_id = :process
    and (:number::bigint is null or publication.id = :number::bigint)
    and (:at::timestamptz is null or publication.published_at < :at::timestamptz + interval '1 second')
  order by publication.id desc limit 1`;

const FIRST = `select id::text as number, date_trunc('second', published_at) as at from pricing.publication
  where asset_id = :asset and process_id = :process order by id limit 1`;

/** The empty state before the first publication of a process. */
const NOTHING: PastPublication = { generation: '0', number: '0', day: '2000-01-01', publishedAt: null };
const BEGINNING = '0001-01-01';

@Injectable()
export class PastPublications {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404 if a precondition fails, so that other keys learn nothing about publications */
  async requireVisible({ sql, values }: Condition): Promise<void> {
    const [asked] = await this.database.read<{ isVisible: boolean }>(`select ${sql} as "isVisible"`, values);
    if (!asked?.isVisible) throw notFound();
  }

  /** @throws Problem for an unknown or purged publication, or if both number and instant are given */
  async find(
    { assetId: asset, processId: process }: Ids<'asset' | 'process'>,
    moment: Moment,
  ): Promise<PastPublication> {
    const { publication: number = null, at = null } = moment;
    if (number !== null && at !== null) throw invalid({ at: ['cannot be combined with publication'] });
    const [found] = await this.database.rows<PastPublication>(FIND, { asset, process, number, at });
    if (found) return found;
    const [first] = await this.database.rows<{ number: string; at: Date }>(FIRST, { asset, process });
    if (
      first &&
      Number(first.number) > 1 &&
      (number === null || (number !== '0' && Number(number) < Number(first.number)))
    )
      throw new Problem(
        'gone',
        'publication_forgotten',
        `The earliest publication kept is ${first.number}, published at ${timeText(first.at)}`,
      );
    if (number !== null) throw notFound('Publication');
    return NOTHING;
  }

  /** The publication of the previous pages. @throws Problem if it was purged */
  ofPreviousPages(ids: Ids<'asset' | 'process'>, number: string): Promise<PastPublication> {
    return this.find(ids, number === NOTHING.number ? { at: BEGINNING } : { publication: number });
  }

  /** Checks again after reading, because a concurrent purge leaves gaps. @throws Problem if the publication was purged */
  async requireKept(ids: Ids<'asset' | 'process'>, { number }: PastPublication): Promise<void> {
    await this.ofPreviousPages(ids, number);
  }
}

/** Errors for purged history, for the OpenAPI document. */
export const FORGOTTEN = {
  publication_forgotten: 'The earliest publication kept is 7, published at 2026-11-20T11:21:15+00:00',
};
