/** Units of the asset were created, renumbered or deleted. */
export class UnitsChanged {
  constructor(readonly assetId: string) {}
}
