import type { JsonSchema } from '../../core/validation/json-schema.js';
import type { Dto, Variants } from '../schema/fields.js';

/** The response of an operation: a resource, a list, the records of a batch, nothing, a stored file, or other content. */
export type Returns =
  | { kind: 'resource' | 'list' | 'batch'; dto: Dto | Variants; nested?: boolean; envelope?: Envelope }
  | { kind: 'none' }
  | { kind: 'file' | 'content'; mediaType: string };

/** Members of a list envelope besides `paging` and `data`. */
export interface Envelope {
  properties: Record<string, JsonSchema>;
  example: Record<string, unknown>;
}

export const one = (dto: Dto | Variants): Returns => ({ kind: 'resource', dto });
export const list = (dto: Dto | Variants, envelope?: Envelope): Extract<Returns, { dto: unknown }> => ({
  kind: 'list',
  dto,
  ...(envelope && { envelope }),
});
/** `{"data": [...]}`: the records of a batch, in the order of the request. */
export const batch = (dto: Dto): Returns => ({ kind: 'batch', dto });
export const listOfLists = (dto: Dto, envelope?: Envelope): Returns => ({ ...list(dto, envelope), nested: true });
/** A stored file; the handler returns a `FileResponse`. */
export const file = (mediaType: string): Returns => ({ kind: 'file', mediaType });
/** A page, a script, a picture; the handler returns a `CustomResponse`. */
export const content = (mediaType: string): Returns => ({ kind: 'content', mediaType });
export const nothing: Returns = { kind: 'none' };
