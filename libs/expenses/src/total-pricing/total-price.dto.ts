import { CalendarDate, Bool, Id, Identified, Int32, OneOf, Shape, Text } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { PRICE_DISPLAYS, type PriceDisplayed } from '../price-displays/price-display.dto.js';
import { type Line, REASONS } from './total-price.value.js';

const money = (description: string, example: number | null) =>
  Shape({ type: ['number', 'null'], minimum: 0, description }, { example });

@ApiSchema({ description: 'The total price of a unit in a pricing process.' })
export class TotalPriceDto extends Identified {
  @Id() assetId: string;
  @Id({ description: 'Id of the pricing process' }) pricingId: string;
  @Text({ filled: false, max: 255, example: '101', description: 'Number of the unit' }) unitNumber: string;
  @Id({ nullable: true }) floorPlanId: string | null;
  @CalendarDate({ nullable: true, description: 'First day on which the unit can be rented' }) availableOn:
    | string
    | null;
  @Int32({ min: 0, nullable: true, example: 2150, description: 'Base rent each month; null if visitors see no price' })
  price: number | null;
  @OneOf(PRICE_DISPLAYS, { example: 'total', description: 'Which price the asset advertises' })
  priceDisplay: PriceDisplayed;
  @money('The base rent and every required monthly expense, rounded once to cents; null without a price', 2214.5)
  totalPrice: number | null;
  @Bool({ example: false, description: 'Whether a range is counted with its maximum' }) isEstimate: boolean;
  @Bool({
    description:
      'Whether every required monthly expense has an amount. If not, the total is a minimum, which must not be advertised',
  })
  isComplete: boolean;
  @money('Due at application and move-in, with the first month', 2714.5) moveInTotal: number | null;
  @money('The part of it that the renter gets back', 300) moveInRefundable: number | null;
  @money('The part of it that the renter does not get back', 2414.5) moveInNonRefundable: number | null;
  @Bool({ example: false, description: 'Whether a range is counted in it' }) moveInIsEstimate: boolean;
  @Bool({ description: 'Whether everything in it has an amount' }) moveInIsComplete: boolean;
}

const nullable = (type: string) => ({ type: [type, 'null'] });
const LINE_PROPERTIES = {
  expense_id: { ...nullable('string'), description: 'Id of the expense; null for the rent' },
  level: {
    type: ['string', 'null'],
    enum: ['asset', 'floor_plan', 'unit', null],
    description: 'Where the expense is declared',
  },
  label: { type: 'string' },
  type: nullable('string'),
  category: nullable('string'),
  frequency: { type: 'string' },
  due_at: nullable('string'),
  value_type: { type: 'string' },
  amount: nullable('number'),
  min_amount: nullable('number'),
  max_amount: nullable('number'),
  percentage: nullable('number'),
  steps: { type: ['array', 'null'], items: { type: 'number' } },
  text_amount: nullable('string'),
  max_quantity: nullable('integer'),
  is_required: { type: 'boolean' },
  is_enabled: { type: 'boolean' },
  is_situational: { type: 'boolean' },
  is_included: { type: 'boolean' },
  is_refundable: { type: 'boolean' },
  is_third_party: { type: 'boolean' },
  is_per_applicant: { type: 'boolean' },
  tooltip_label: nullable('string'),
  disclaimer: nullable('string'),
  counted_amount: { ...nullable('number'), description: 'What is counted each time it is paid' },
  monthly_amount: { ...nullable('number'), description: 'Its share of the monthly total, rounded on its own' },
  is_counted: { type: 'boolean', description: 'Whether it is part of `total_price`' },
  is_counted_at_move_in: { type: 'boolean', description: 'Whether it is part of `move_in_total`' },
  reason: { type: 'string', enum: [...REASONS], description: 'Why it is or is not part of `total_price`' },
};

const BREAKDOWN = {
  type: 'array',
  items: { type: 'object', properties: LINE_PROPERTIES, required: Object.keys(LINE_PROPERTIES) },
  description: 'The rent, then every expense that the unit has, counted or not',
};

const LINE: Line = {
  ...{ expense_id: '1', level: 'asset', label: 'Valet trash', type: 'trash', category: 'utilities' },
  ...{ frequency: 'monthly', due_at: 'monthly', value_type: 'amount', amount: 35 },
  ...{ min_amount: null, max_amount: null, percentage: null, steps: null, text_amount: null },
  ...{ max_quantity: 1, tooltip_label: null, disclaimer: null, is_third_party: false, is_per_applicant: false },
  ...{ is_required: true, is_enabled: true, is_situational: false, is_included: false, is_refundable: false },
  ...{ counted_amount: 35, monthly_amount: 35, is_counted: true, is_counted_at_move_in: true },
  reason: 'counted',
};

class WithBreakdown {
  @Shape(BREAKDOWN, { example: [LINE] }) breakdown: Line[];
}

@ApiSchema({ description: 'The total price of a unit with each line that is or is not counted.' })
export class TotalPriceBreakdownDto extends IntersectionType(TotalPriceDto, WithBreakdown) {}
