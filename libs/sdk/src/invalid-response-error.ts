/** A response that is not one of the service: a redirect, HTML, or JSON of another form. The message names the address. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
}
