/** Operations whose data provision files declare elsewhere; checked by test/architecture/fields.spec.ts. */
export default {
  'replace-floor-plan-expense-entries': '`entries` of the expense',
  'replace-unit-expense-entries': '`entries` of the expense',
};
