/** A process has published a new data set. */
export class PricesPublished {
  constructor(
    readonly assetId: string,
    readonly processId: string,
    readonly transactionId: string,
  ) {}
}
