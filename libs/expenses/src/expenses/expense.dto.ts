import { Bool, Identified, Int32, OneOf, PartialType, OfAsset, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { Amount, Percentage, Steps } from './amount.dto.js';
import { DUE, FREQUENCIES, type DueAt, type Frequency, VALUE_TYPES, type ValueType } from './expense.value.js';

/** The value of an expense: which of the fields it has depends on its `value_type`. */
export class ValueDto {
  @Amount({ example: 35, description: 'Of type `amount`: what one piece costs, with at most two decimal places' })
  amount?: number | null;
  @Amount({ example: null, description: 'Of type `range`: the least that it costs' }) minAmount?: number | null;
  @Amount({ example: null, description: 'Of type `range`: the most that it costs' }) maxAmount?: number | null;
  @Percentage({ example: null, description: 'Of type `percentage`: percent of the rent' })
  percentage?: number | null;
  @Steps({ example: null, description: 'Of type `stepped`: the amount of the first, the second, ... piece' })
  steps?: number[] | null;
  @Text({
    optional: true,
    nullable: true,
    filled: true,
    max: 95,
    example: null,
    description: 'Of type `text`: words instead of an amount, such as `billed by usage`',
  })
  textAmount?: string | null;
}

const WORD = '^[a-z0-9_]+$';

export class CreateExpenseDto extends ValueDto {
  @Text({ max: 255, example: 'Valet trash', description: 'Name of the expense, for the operator' }) name: string;
  @Text({ max: 95, example: 'Valet trash', description: 'What the renter reads' }) label: string;
  @Text({
    optional: true,
    nullable: true,
    max: 63,
    pattern: WORD,
    example: 'trash',
    description:
      'What is paid for, such as `deposit`, `application`, `parking` or `pet_rent_dog`. Of required expenses with the same type, that of the unit replaces that of its floor plan, which replaces that of the asset',
  })
  type?: string | null;
  @Text({
    optional: true,
    nullable: true,
    max: 63,
    pattern: WORD,
    example: 'utilities',
    description: 'Group of expenses, such as `utilities` or `pets`',
  })
  category?: string | null;
  @OneOf(FREQUENCIES, { optional: true, example: 'monthly', description: 'How often it is paid; default `monthly`' })
  frequency?: Frequency;
  @OneOf(DUE, { optional: true, nullable: true, example: 'monthly', description: 'When it is first due' })
  dueAt?: DueAt | null;
  @OneOf(VALUE_TYPES, {
    optional: true,
    description:
      'Which fields have its value; default `amount`. It cannot be changed while floor plans or units have entries',
  })
  valueType?: ValueType;
  @Int32({
    optional: true,
    nullable: true,
    min: 1,
    max: 1000,
    example: 1,
    description: 'Most pieces that a renter can have',
  })
  maxQuantity?: number | null;
  @Bool({ optional: true, description: 'Whether every renter pays it; default false' }) isRequired?: boolean;
  @Bool({ optional: true, description: 'Default true; disabled expenses are not shown and never counted' })
  isEnabled?: boolean;
  @Bool({
    optional: true,
    example: false,
    description: 'Whether it depends on an event, such as damage or late payment: shown, never counted',
  })
  isSituational?: boolean;
  @Bool({ optional: true, example: false, description: 'Whether the rent contains it: shown, never added' })
  isIncluded?: boolean;
  @Bool({ optional: true, example: false, description: 'Whether the renter gets it back' }) isRefundable?: boolean;
  @Bool({ optional: true, example: false, description: 'Whether it is paid to a third party' }) isThirdParty?: boolean;
  @Bool({ optional: true, example: false, description: 'Whether each applicant pays it' }) isPerApplicant?: boolean;
  @Text({
    optional: true,
    nullable: true,
    max: 255,
    example: 'Doorstep pickup, five days a week',
    description: 'Short explanation',
  })
  tooltipLabel?: string | null;
  @Text({
    optional: true,
    nullable: true,
    max: 2000,
    example: 'Prices may change with notice.',
    description: 'Legal text',
  })
  disclaimer?: string | null;
  @Int32({ optional: true, example: 1, description: 'Position among the expenses; default 0' }) sort?: number;
}

export class UpdateExpenseDto extends PartialType(CreateExpenseDto) {}

@ApiSchema({ description: 'A charge besides the rent, of an asset, its floor plans or its units.' })
export class ExpenseDto extends IntersectionType(Identified, OfAsset, CreateExpenseDto, Timestamped) {}
