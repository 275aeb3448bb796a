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
  label: { type: 'string', description: 'What the renter reads' },
  type: { ...nullable('string'), description: 'Type of the expense' },
  category: { ...nullable('string'), description: 'Category of the expense' },
  frequency: { type: 'string', description: 'How often it is paid' },
  due_at: { ...nullable('string'), description: 'When it is due' },
  value_type: { type: 'string', description: 'Which of the following fields has the value' },
  amount: { ...nullable('number'), description: 'What one piece costs' },
  min_amount: { ...nullable('number'), description: 'The least that it costs' },
  max_amount: { ...nullable('number'), description: 'The most that it costs' },
  percentage: { ...nullable('number'), description: 'Percent of the rent' },
  steps: {
    type: ['array', 'null'],
    items: { type: 'number' },
    description: 'The amount of the first, the second, ... piece',
  },
  text_amount: { ...nullable('string'), description: 'Words instead of an amount' },
  max_quantity: { ...nullable('integer'), description: 'How many a renter may have' },
  is_required: { type: 'boolean', description: 'Whether every renter pays it' },
  is_enabled: { type: 'boolean', description: 'Whether it applies' },
  is_situational: { type: 'boolean', description: 'Whether it is paid only in some event' },
  is_included: { type: 'boolean', description: 'Whether the rent includes it' },
  is_refundable: { type: 'boolean', description: 'Whether the renter gets it back' },
  is_third_party: { type: 'boolean', description: 'Whether another company charges it' },
  is_per_applicant: { type: 'boolean', description: 'Whether each applicant pays it' },
  tooltip_label: { ...nullable('string'), description: 'Further words for the renter' },
  disclaimer: { ...nullable('string'), description: 'Text that is shown with it' },
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
