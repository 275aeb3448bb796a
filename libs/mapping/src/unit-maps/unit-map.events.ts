/** Maps of the asset were created, changed or rebound. */
export class UnitMapsChanged {
  constructor(readonly assetId: string) {}
}
