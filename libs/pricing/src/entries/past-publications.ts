import { type Ids, notFound, Problem } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';

/** Which publication is asked for: by its number, or the one that was live at an instant. */
export interface Moment {
  publication?: string;
  at?: string;
}

/** Where the entries of a publication are. */
export interface PastPublication {
  generation: string;
  number: string;
  /** of its publishing, UTC */
  day: string;
}

const FIND = `select publication.generation_id::text as generation, publication.id::text as number,
    (publication.published_at at time zone 'UTC')::date::text as day
  from pricing.publication publication where publication.asset_id = :asset and publication.process_id = :process
    and (:number::bigint is null or publication.id = :number::bigint)
    and (:at::timestamptz is null or publication.published_at < :at::timestamptz + interval '1 second')
  order by publication.id desc limit 1`;

const FIRST = `select id::text as number, date_trunc('second', published_at) as at from pricing.publication
  where asset_id = :asset and process_id = :process order by id limit 1`;

/** Before a process published anything it showed nothing. */
const NOTHING: PastPublication = { generation: '0', number: '0', day: '2000-01-01' };

@Injectable()
export class PastPublications {
  constructor(private readonly database: Database) {}

  /** @throws Problem when there is no such publication, or it is not remembered any more */
  async find(
    { assetId: asset, processId: process }: Ids<'asset' | 'process'>,
    moment: Moment,
  ): Promise<PastPublication> {
    const { publication: number = null, at = null } = moment;
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
        `Prices are remembered since publication ${first.number} of ${first.at.toISOString().replace('.000Z', '+00:00')}`,
      );
    if (number !== null) throw notFound('Publication');
    return NOTHING;
  }
}
