/** Fields of the provision file that the viewer's document omits, and why; checked by test/architecture/fields.spec.ts. */
export default {
  ...Object.fromEntries(
    ['asset_expenses', 'floor_plan_expenses', 'unit_expenses'].flatMap((list) => [
      [`assets.${list}.is_third_party`, 'the renter pays it all the same'],
      [`assets.${list}.sort`, 'the order of the charges shows it'],
      [`assets.${list}.value_type`, 'the fields of the value show it'],
      [`assets.${list}.type`, 'the total price depends on it'],
    ]),
  ),
};
