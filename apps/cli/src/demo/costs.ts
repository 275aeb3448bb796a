/** Expenses and disclaimers of an asset, as in a provision file. The API examples use the first item of each list. */
export interface Costs {
  price_display: 'base' | 'total';
  asset_expenses: object[];
  floor_plan_expenses: object[];
  unit_expenses: object[];
  pricing_disclaimers: object[];
}

/** The parts of an asset that its expenses refer to. */
interface Property {
  floor_plans: { name: string }[];
  units: { unit_number: string; building: string }[];
}

const monthly = (name: string, type: string, amount: number, more: object = {}) => ({
  ...{ name, label: name, type, amount, frequency: 'monthly', due_at: 'monthly', ...more },
});

const once = (name: string, type: string, amount: number, more: object = {}) => ({
  ...{ name, label: name, type, amount, frequency: 'one_time', due_at: 'move_in', ...more },
});

const required = { is_required: true };

/** What every renter pays, what one may add, and what depends on an event. The last one is an example for deletion. */
const assetExpenses = (): object[] => [
  monthly('Pest control', 'pest_control', 4.5, { ...required, category: 'utilities' }),
  monthly('Package lockers', 'packages', 12, { ...required, category: 'services' }),
  { ...monthly('Smoke detector service', 'safety', 42, required), frequency: 'annually' },
  once('Application fee', 'application', 20, { ...required, due_at: 'application', is_per_applicant: true }),
  once('Security deposit', 'deposit', 500, { ...required, is_refundable: true }),
  {
    ...{ name: 'Dogs and cats', label: 'Dogs and cats', type: 'pet_rent', category: 'pets', max_quantity: 2 },
    ...{ value_type: 'stepped', steps: [45, 30], tooltip_label: 'At most two' },
  },
  monthly('Garage', 'parking', 160, { category: 'parking', max_quantity: 2 }),
  monthly('Heat and hot water', 'heat', 0, { ...required, is_included: true }),
  { ...once('Late payment', 'late_fee', 50), due_at: 'event', is_situational: true },
  monthly('Bicycle room', 'bicycle', 10, { max_quantity: 2 }),
];

export function costs({ floor_plans: plans, units }: Property, priceDisplay: Costs['price_display']): Costs {
  const some = units.filter((_, n) => n % 25 === 0).map(({ unit_number, building }) => ({ unit_number, building }));
  return {
    price_display: priceDisplay,
    asset_expenses: assetExpenses(),
    floor_plan_expenses: [
      {
        ...monthly('Valet trash', 'trash', 18, { ...required, category: 'utilities' }),
        entries: plans.map(({ name }, n) => ({ floor_plan: name, amount: 18 + 3.5 * n })),
      },
      { ...monthly('Water and sewer', 'water', 25, { ...required, category: 'utilities' }), entries: [] },
    ],
    unit_expenses: [
      { ...monthly('Bulk trash', 'trash', 8, { category: 'utilities' }), entries: some.map((unit) => ({ unit })) },
      { ...monthly('Storage', 'storage', 60), entries: [] },
    ],
    pricing_disclaimers: [
      {
        name: 'Total price',
        label: 'About prices',
        short_text: 'The total price contains the base rent and every required monthly charge.',
        long_text: 'Charges that depend on use or on an event come in addition, as listed.',
      },
      { name: 'Invented', short_text: 'All amounts of the demonstration are invented.' },
    ],
  };
}
