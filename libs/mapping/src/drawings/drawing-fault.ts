/** What is wrong with a file that somebody sent; the message completes `source ...` and may be told. */
export class DrawingFault extends Error {}
