/** The settings or the mapping of a pricing unit changed, so visitors may see another price. */
export class PricingUnitChanged {
  constructor(readonly assetId: string) {}
}
