import { CalendarDate, Id, Int32, Shape } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'What a unit costs for a move-in date and a lease term.' })
export class QuoteDto {
  @Id({ description: 'Id of the unit' }) unitId: string;
  @CalendarDate({ nullable: true, example: null, description: 'Move-in date that was asked for' }) moveIn:
    | string
    | null;
  @Int32({ nullable: true, example: null, description: 'Lease term that was asked for, in months' }) term:
    | number
    | null;
  @Shape(
    { type: ['number', 'null'] },
    {
      example: 2450,
      description:
        'Price per month, as the map displays it: the rent, or the total price; null without a price for this date and term',
    },
  )
  price: number | null;
  @Int32({
    nullable: true,
    example: 12,
    description: 'Lease term of the price; null without a price, or if it is for every term',
  })
  leaseTerm: number | null;
  @CalendarDate({
    nullable: true,
    example: null,
    description: 'First lease start of the price; null without a price, or if it is for every start',
  })
  leaseStartsOn: string | null;
  @CalendarDate({ nullable: true, description: 'First day on which the unit can be rented; null without any price' })
  availableOn: string | null;
  @Shape(
    { type: 'array', items: { type: 'integer', minimum: 1, maximum: 120 } },
    { example: [6, 12], description: 'Lease terms that have prices, in months' },
  )
  terms: number[];
}
