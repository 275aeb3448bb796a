/** An operation of test/contract/operations.json. */
export interface Specified {
  id: string;
  api: 'main' | 'ai';
  context: string;
  resource: string;
  method: string;
  /** `/v1/assets/{asset}` */
  path: string;
  pathParams: string[];
  query: string[];
  permission: string | null;
  experimentalFlag: string | null;
  requestBody: string | null;
  success: number;
  returns: string;
  errors: number[];
}

export const SPECIFIED: Specified[];
export const FLAGS: string;
export const PERMISSIONS: string[];
export function placeOf(sentence: string): string | undefined;
