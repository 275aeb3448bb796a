import { ApiSchema } from '@nestjs/swagger';
import { Bool, AFFECTED_SCHEMA, Id, Shape, Timestamp } from '@app/platform/rest';
import type { Affected } from '@app/platform/resources';

@ApiSchema({ description: 'What was archived, or would be, and what will be removed with it.' })
export class ArchivalDto {
  @Id({ description: 'Id of what was archived' }) id: string;
  @Bool({ example: false, description: 'Whether it was a dry run, which changes nothing' }) dryRun: boolean;
  @Timestamp({ nullable: true, description: 'When it was archived; `null` in a dry run' }) archivedAt: string | null;
  @Shape(AFFECTED_SCHEMA, { description: 'What will be removed with it', example: [{ resource: 'unit', count: 160 }] })
  contents: Affected[];
}
