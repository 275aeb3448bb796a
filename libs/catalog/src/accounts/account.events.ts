/** An asset is no longer of the account. */
export class AssetUnassigned {
  constructor(
    readonly accountId: string,
    readonly assetId: string,
  ) {}
}
