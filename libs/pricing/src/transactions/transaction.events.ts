/** A process has a new data set: what readers see has changed. */
export class PricesPublished {
  constructor(
    readonly assetId: string,
    readonly processId: string,
    readonly transactionId: string,
  ) {}
}
