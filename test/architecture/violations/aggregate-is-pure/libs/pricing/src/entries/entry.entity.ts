export type { Request } from 'express'; // not allowed: aggregate-is-pure
