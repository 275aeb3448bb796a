/** Lists and fields of the provision file that the viewer's document omits, and why; checked by test/architecture/fields.spec.ts. */
export default {
  'assets.asset_expenses': 'read by `total-pricing`',
  'assets.floor_plan_expenses': 'read by `total-pricing`',
  'assets.unit_expenses': 'read by `total-pricing`',
  'assets.pricing_disclaimers': 'read by clients',
  'assets.price_display': 'read by clients',
};
