import { CalendarDate, Id, Int32, OneOf } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';
import { VISITS } from './visit.value.js';

@ApiSchema({ description: 'Something that a visitor did on a page. It has no data about the visitor.' })
export class VisitDto {
  @OneOf(VISITS, { example: 'open', description: 'What the visitor did' }) kind: string;
  @Id({ description: 'Id of the asset' }) assetId: string;
  @Id({
    optional: true,
    nullable: true,
    description: 'Id of the unit; null or absent for the page itself. An `open` has a unit, a `filter` has none',
  })
  unitId?: string | null;
}

@ApiSchema({
  description: 'What visitors did with a unit on a day, or on the pages of the asset apart from its units.',
})
export class VisitCountDto {
  @CalendarDate({ example: '2027-03-01', description: 'Day, where the asset stands' }) day: string;
  @Id({ nullable: true, description: 'Id of the unit; null for the pages of the asset' }) unitId: string | null;
  @Int32({
    min: 0,
    example: 120,
    description: 'How often the unit came into view in a list of units, once for each page; or the page was opened',
  })
  views: number;
  @Int32({ min: 0, example: 14, description: 'How often the unit was opened; 0 for the pages' }) opens: number;
  @Int32({ min: 0, example: 0, description: 'How often filters were changed; 0 for a unit' }) filters: number;
  @Int32({
    min: 0,
    example: 3,
    description: 'Clicks on links and contacts of the unit; or on contacts of the asset',
  })
  outboundClicks: number;
}
