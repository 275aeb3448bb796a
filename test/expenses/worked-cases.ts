/** An expense of a case: its level, and what differs from a required monthly one. */
export type Given = [level: 'asset' | 'floor_plan' | 'unit', fields: Record<string, unknown>];

export interface Case {
  title: string;
  rent: number;
  given: Given[];
  /** default: the rent */
  total?: number;
  /** default: the total */
  moveIn?: number;
  refundable?: number;
  isEstimate?: boolean;
  isComplete?: boolean;
  isMoveInComplete?: boolean;
}

const due = (amount: number, fields: object = {}) => ({ amount, frequency: 'one_time', due_at: 'move_in', ...fields });
const range = (min: number, max: number) => ({ value_type: 'range', min_amount: min, max_amount: max });
const stepped = (...steps: number[]) => ({ value_type: 'stepped', steps });
const percent = (percentage: number) => ({ value_type: 'percentage', percentage });
const words = { value_type: 'text', text_amount: 'billed by usage' };

/** Rents and expenses with their totals, computed by hand. */
export const CASES: Case[] = [
  { title: 'no expenses', rent: 2150, given: [] },
  { title: 'one required expense', rent: 2150, given: [['asset', { amount: 35 }]], total: 2185 },
  {
    title: 'cents',
    rent: 2150,
    given: [
      ['asset', { amount: 29.5 }],
      ['asset', { amount: 35 }],
    ],
    total: 2214.5,
  },
  {
    title: 'tenths, which binary fractions miss',
    rent: 1000,
    given: [
      ['asset', { amount: 0.1 }],
      ['asset', { amount: 0.2 }],
    ],
    total: 1000.3,
  },
  { title: 'an optional expense', rent: 2150, given: [['asset', { amount: 50, is_required: false }]] },
  { title: 'a disabled expense', rent: 2150, given: [['asset', { amount: 50, is_enabled: false }]] },
  { title: 'a situational expense', rent: 2150, given: [['asset', { amount: 75, is_situational: true }]] },
  { title: 'an included expense', rent: 2150, given: [['asset', { amount: 40, is_included: true }]] },
  { title: 'a daily expense', rent: 1000, given: [['asset', { amount: 1, frequency: 'daily' }]], total: 1030.42 },
  { title: 'a weekly expense', rent: 1000, given: [['asset', { amount: 10, frequency: 'weekly' }]], total: 1043.33 },
  {
    title: 'a quarterly expense',
    rent: 1000,
    given: [['asset', { amount: 100, frequency: 'quarterly' }]],
    total: 1033.33,
  },
  {
    title: 'an annual expense',
    rent: 1000,
    given: [['asset', { amount: 100, frequency: 'annually' }]],
    total: 1008.33,
  },
  {
    title: 'shares that only together make a cent',
    rent: 1000,
    given: [
      ['asset', { amount: 0.04, frequency: 'annually' }],
      ['asset', { amount: 0.04, frequency: 'annually' }],
    ],
    total: 1000.01,
  },
  {
    title: 'three thirds, rounded once',
    rent: 1000,
    given: [
      ['asset', { amount: 0.01, frequency: 'quarterly' }],
      ['asset', { amount: 0.01, frequency: 'quarterly' }],
      ['asset', { amount: 0.01, frequency: 'quarterly' }],
    ],
    total: 1000.01,
  },
  {
    title: 'half a cent, rounded up',
    rent: 1000,
    given: [['asset', { amount: 0.06, frequency: 'annually' }]],
    total: 1000.01,
  },
  {
    title: 'less than half a cent',
    rent: 1000,
    given: [['asset', { amount: 0.05, frequency: 'annually' }]],
    total: 1000,
  },
  { title: 'a one-time expense', rent: 2000, given: [['asset', due(300)]], moveIn: 2300 },
  {
    title: 'an expense of the lease',
    rent: 2000,
    given: [['asset', due(150, { frequency: 'per_lease' })]],
    moveIn: 2150,
  },
  { title: 'an expense of the stay', rent: 2000, given: [['asset', due(80, { frequency: 'per_stay' })]], moveIn: 2080 },
  {
    title: 'a refundable deposit',
    rent: 2000,
    given: [['asset', due(500, { is_refundable: true })]],
    moveIn: 2500,
    refundable: 500,
  },
  {
    title: 'an application fee and a deposit',
    rent: 2000,
    given: [
      ['asset', due(50, { due_at: 'application' })],
      ['asset', due(500, { is_refundable: true })],
    ],
    moveIn: 2550,
    refundable: 500,
  },
  { title: 'a fee at move-out', rent: 2000, given: [['asset', due(200, { due_at: 'move_out' })]] },
  { title: 'a fee that is due at an event', rent: 2000, given: [['asset', due(200, { due_at: 'event' })]] },
  { title: 'an optional deposit', rent: 2000, given: [['asset', due(300, { is_required: false })]] },
  { title: 'steps: the first one', rent: 2000, given: [['asset', stepped(50, 35, 25)]], total: 2050 },
  { title: 'a range: its maximum', rent: 2000, given: [['asset', range(40, 65.5)]], total: 2065.5, isEstimate: true },
  { title: 'a range that is optional', rent: 2000, given: [['asset', { ...range(40, 65), is_required: false }]] },
  { title: 'a percentage of the rent', rent: 2150, given: [['asset', percent(1.5)]], total: 2182.25 },
  { title: 'a percentage with a fraction of a cent', rent: 1999, given: [['asset', percent(0.25)]], total: 2004 },
  {
    title: 'a deposit of one and a half rents',
    rent: 2100,
    given: [['asset', { ...percent(150), frequency: 'one_time', due_at: 'move_in', is_refundable: true }]],
    moveIn: 5250,
    refundable: 3150,
  },
  {
    title: 'an annual percentage',
    rent: 1200,
    given: [['asset', { ...percent(5), frequency: 'annually' }]],
    total: 1205,
  },
  {
    title: 'words instead of an amount',
    rent: 2000,
    given: [['asset', words]],
    isComplete: false,
    isMoveInComplete: false,
  },
  { title: 'words for an optional expense', rent: 2000, given: [['asset', { ...words, is_required: false }]] },
  {
    title: 'words for a fee at move-in',
    rent: 2000,
    given: [['asset', { ...words, frequency: 'one_time', due_at: 'move_in' }]],
    isMoveInComplete: false,
  },
  { title: 'an expense of the floor plan', rent: 2000, given: [['floor_plan', { amount: 45 }]], total: 2045 },
  { title: 'an expense of the unit', rent: 2000, given: [['unit', { amount: 12.25 }]], total: 2012.25 },
  {
    title: 'three levels with different types',
    rent: 2000,
    given: [
      ['asset', { amount: 10, type: 'trash' }],
      ['floor_plan', { amount: 20, type: 'water' }],
      ['unit', { amount: 30, type: 'storage' }],
    ],
    total: 2060,
  },
  {
    title: 'the floor plan in place of the asset',
    rent: 2000,
    given: [
      ['asset', { amount: 10, type: 'water' }],
      ['floor_plan', { amount: 20, type: 'water' }],
    ],
    total: 2020,
  },
  {
    title: 'the unit in place of both',
    rent: 2000,
    given: [
      ['unit', { amount: 5, type: 'water' }],
      ['asset', { amount: 10, type: 'water' }],
      ['floor_plan', { amount: 20, type: 'water' }],
    ],
    total: 2005,
  },
  {
    title: 'an optional expense of the unit, which replaces nothing',
    rent: 2000,
    given: [
      ['asset', { amount: 10, type: 'parking' }],
      ['unit', { amount: 90, type: 'parking', is_required: false }],
    ],
    total: 2010,
  },
  {
    title: 'an included expense of the unit, which replaces nothing',
    rent: 2000,
    given: [
      ['asset', { amount: 40, type: 'water' }],
      ['unit', { amount: 5, type: 'water', is_included: true }],
    ],
    total: 2040,
  },
  {
    title: 'nothing for a unit in place of what all others pay',
    rent: 2000,
    given: [
      ['asset', { amount: 40, type: 'water' }],
      ['unit', { amount: 0, type: 'water' }],
    ],
  },
  {
    title: 'a one-time expense of the unit in place of a monthly one',
    rent: 2000,
    given: [
      ['asset', { amount: 40, type: 'amenity' }],
      ['unit', due(300, { type: 'amenity' })],
    ],
    moveIn: 2300,
  },
  {
    title: 'words of the unit in place of an amount',
    rent: 2000,
    given: [
      ['asset', { amount: 40, type: 'water' }],
      ['unit', { ...words, type: 'water' }],
    ],
    isComplete: false,
    isMoveInComplete: false,
  },
  {
    title: 'shares of all frequencies, rounded once',
    rent: 2000,
    given: [
      ['asset', { amount: 0.1, frequency: 'daily' }],
      ['asset', { amount: 0.25, frequency: 'weekly' }],
      ['asset', { amount: 10, frequency: 'quarterly' }],
      ['asset', { amount: 1, frequency: 'annually' }],
    ],
    total: 2007.54,
  },
  {
    title: 'two expenses of one type on one level',
    rent: 2000,
    given: [
      ['asset', { amount: 10, type: 'pest' }],
      ['asset', { amount: 4.99, type: 'pest' }],
    ],
    total: 2014.99,
  },
  {
    title: 'the largest amounts',
    rent: 9_000_000,
    given: [
      ['asset', { amount: 9_999_999.99 }],
      ['asset', { amount: 9_999_999.99 }],
    ],
    total: 28_999_999.98,
  },
];
