/** Maps of the asset were drawn, changed, or bound to other units. */
export class UnitMapsChanged {
  constructor(readonly assetId: string) {}
}
