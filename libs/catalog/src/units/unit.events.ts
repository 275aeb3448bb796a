/** Units of the asset were created, renumbered, moved to another floor or deleted. */
export class UnitsChanged {
  constructor(readonly assetId: string) {}
}
