import { ApiSchema } from '@nestjs/swagger';
import { CalendarDate, Int32, OneOf, Shape, Text } from '@app/platform/rest';
import { SUGGESTION } from '../issues/issue.dto.js';
import { UNMATCHED_CODES } from '../issues/unit-suggestions.js';

/** A provider id of published entries without a matching unit. */
@ApiSchema({
  description: 'Published entries of one `provider_id` that match no unit, and units with a similar number.',
})
export class UnmatchedEntryDto {
  @Text({ max: 255, example: 'P-0101', description: 'Id of the unit in the sending system' }) providerId: string;
  @Text({ max: 255, example: '0101', description: 'Number of the unit, as it was sent' }) unitNumber: string;
  @Text({ nullable: true, max: 255, example: 'North', description: 'Building of the unit, as it was sent' })
  building: string | null;
  @Int32({ min: 0, example: 2450, description: 'Monthly rent' }) price: number;
  @CalendarDate({ description: 'First day on which the unit can be rented' }) availableOn: string;
  @OneOf(UNMATCHED_CODES, {
    description:
      '`building_unknown`: no building has the name or id. `unit_unknown`: no unit, of the building if one is named, has the number. `unit_ambiguous`: several have it. `provider_id_taken`: the unit that has it takes its prices from another provider id. `unit_added_since`: the next commit matches it.',
  })
  code: string;
  @Shape(
    { type: 'array', items: SUGGESTION, description: 'Units that it may mean: map one with Update pricing unit' },
    {
      example: [
        {
          unit_id: '1',
          unit_number: '101',
          building: 'North',
          floor: 'Level 1',
          provider_id: null,
          reason: 'similar_number',
        },
      ],
    },
  )
  suggestions: object[];
}
