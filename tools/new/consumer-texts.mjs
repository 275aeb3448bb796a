/** The files of a consumer: an `OutboxConsumer`, its outbox and the entity that describes the outbox. */

export const job = ({ Class, name, schema, table, event, producer }) =>
  `import { OutboxConsumer } from '@app/platform/persistence';
import { ${event} } from '@app/${producer}/contract';
import { Injectable } from '@nestjs/common';

/** The reaction to the event, for \`:assets\`. */
const REACT = 'select unnest(:assets::bigint[])';

@Injectable()
export class ${Class}Job extends OutboxConsumer {
  protected readonly name = '${name}';
  protected readonly outbox = '${schema}.${table}';
  protected readonly events = [${event}];

  protected async consume(assets: string[]): Promise<void> {
    await this.database.execute(REACT, { assets });
  }
}
`;

export const entity = ({ Class, schema, table, title }) =>
  `import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An asset with an event that ${title} has not consumed yet. */
@Entity({ schema: '${schema}', name: '${table}' })
export class ${Class}Change {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  @Column('timestamptz', { default: () => 'kernel.now()' }) readonly notedAt: Date;
}
`;

export const migration = ({ Class, timestamp, schema, table, isFirst }) =>
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${Class}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
${isFirst ? `      create schema if not exists ${schema};\n\n` : ''}      -- No foreign key: it would lock the asset, which may be what is deleted.
      create table ${schema}.${table} (
        asset_id bigint not null,
        id bigint generated always as identity,
        noted_at timestamptz not null default kernel.now(),
        constraint ${table}_pkey primary key (asset_id, id)
      );
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${schema}.${table}');
  }
}
`;
