import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Requests of the current window, in the table layout of rate-limiter-flexible. */
@Entity({ schema: 'platform', name: 'request_count' })
export class RequestCount {
  @PrimaryColumn('varchar', { length: 255 })
  readonly key: string;

  @Column('integer', { default: 0 })
  readonly points: number;

  /** milliseconds since 1970 */
  @Column('bigint', { nullable: true })
  readonly expire: string | null;
}
