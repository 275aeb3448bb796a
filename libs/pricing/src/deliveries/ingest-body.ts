import { type JsonSchema, MiB } from '@app/platform/core';
import {
  type ApiRequest,
  type BodyContext,
  type BodyReader,
  chunksOf,
  type ParsedBody,
  requireMediaType,
  UPLOAD_MS,
} from '@app/platform/rest';
import { entrySchema } from '../entries/entry.dto.js';
import { EntryStream, type Target } from './delivery.js';
import { MAX_ENTRIES, receiveEntries } from './receive-entries.js';

const MAX_BODY_BYTES = 64 * MiB;

/** The body of both ingest operations: a stream that is passed to the command. */
export class IngestBody implements BodyReader<EntryStream> {
  readonly optional = true;

  content() {
    return { 'application/json': { schema: { $ref: '#/components/schemas/PricingEntries' } } };
  }

  components(): Record<string, JsonSchema> {
    const { example, ...item } = entrySchema;
    return {
      CreatePricingEntry: { description: 'A price of a unit, as its source sends it.', ...item, example },
      PricingEntries: {
        type: 'array',
        maxItems: MAX_ENTRIES,
        items: { $ref: '#/components/schemas/CreatePricingEntry' },
        example: [example],
      },
    };
  }

  read(request: ApiRequest, { ids, query, database }: BodyContext): Promise<ParsedBody<EntryStream>> {
    requireMediaType(request, 'application/json');
    const length = request.headers['content-length'];
    const entries = new EntryStream(
      chunksOf(request, MAX_BODY_BYTES, UPLOAD_MS),
      length === undefined ? length : Number(length),
    );
    // Not earlier, because a write with an idempotency key may be retried as a whole.
    request.res!.once('finish', () => entries.release());
    const target = { ids: ids as Target['ids'], commit: query['commit'] === true };
    return Promise.resolve({ value: entries, complete: () => receiveEntries(entries, target, database) });
  }
}
