/** An asset is no longer assigned to the account. */
export class AssetUnassigned {
  constructor(
    readonly accountId: string,
    readonly assetId: string,
  ) {}
}
