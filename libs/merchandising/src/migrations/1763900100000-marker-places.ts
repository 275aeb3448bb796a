import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MarkerPlaces1763900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // No foreign key, because maps belong to another context; positions on deleted maps are not shown.
    await runner.query(`alter table merchandising.marker_description add column places jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table merchandising.marker_description drop column places');
  }
}
