/** What people set of a unit's price has changed, or which entries are its: visitors may see another price, or none. */
export class PricingUnitChanged {
  constructor(readonly assetId: string) {}
}
