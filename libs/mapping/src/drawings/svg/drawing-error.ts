/** An invalid uploaded file. The message completes `source ...` and is sent to the client. */
export class DrawingError extends Error {}
