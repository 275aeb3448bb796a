import { isDate } from '@app/platform/core';
import { Ctx, JsonResponse, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { DEMO_KEYS } from '@app/mapping/contract';
import { QueryBus } from '@nestjs/cqrs';
import { SHARED_CACHE } from '../documents/shared-cache.js';
import { QuoteDto } from './quote.dto.js';
import { ViewQuote } from './quote.queries.js';

interface Asked {
  unit: string;
  move_in?: string;
  term?: number;
}

const MAX_TERM = 120;

const UNIT = param.required(param.id('unit', 'Id of the unit.'));
const MOVE_IN: typeof UNIT = {
  ...param.text('move_in', 10, 'Move-in date, where the asset stands; default: any.'),
  schema: { type: 'string', format: 'date' },
  parse: (sent) => (isDate(sent) ? { value: sent } : { error: 'must be a date such as 2027-03-01' }),
};
const TERM: typeof UNIT = {
  ...param.text('term', 3, 'Lease term in months; default: the one nearest to 12.', '12'),
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_TERM },
  example: 12,
  parse: (sent) =>
    /^[1-9]\d{0,2}$/.test(sent) && Number(sent) <= MAX_TERM
      ? { value: Number(sent) }
      : { error: `must be a whole number from 1 to ${MAX_TERM}` },
};

const DESCRIPTION =
  'Returns what a unit of an embed costs for a move-in date and a lease term, of the prices that the map shows. The [guide](/guides/pricing.md#quotes) explains which entry counts. `price` is null if there is none for this date and term.';
const QUOTED = {
  public: true as const,
  examples: { key: DEMO_KEYS.embed },
  query: [UNIT, MOVE_IN, TERM],
  returns: returns.one(QuoteDto),
};

/** For programs. */
@Resource('embeds', { tag: 'Viewer', extension: true })
export class QuoteController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/quotes', {
    id: 'quote-unit-of-embed',
    summary: 'Quote a unit for a move-in date and lease term',
    description: DESCRIPTION,
    ...QUOTED,
  })
  view(@Ctx() { params, query }: RequestContext<never, undefined, Asked>) {
    return quoteOf(this.queries, params['key']!, query);
  }
}

/** For the page. */
@Resource('embed', { tag: 'Viewer', root: true, extension: true })
export class PageQuoteController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/quotes', {
    id: 'quote-unit-on-page',
    summary: 'Quote a unit for a move-in date and lease term, for the page of an embed',
    description: `${DESCRIPTION} The same as Quote a unit for a move-in date and lease term, beside the page.`,
    ...QUOTED,
  })
  view(@Ctx() { params, query }: RequestContext<never, undefined, Asked>) {
    return quoteOf(this.queries, params['key']!, query);
  }
}

async function quoteOf(queries: QueryBus, key: string, { unit, move_in: moveIn, term }: Asked): Promise<JsonResponse> {
  const { json, etag } = await queries.execute(new ViewQuote(key, unit, { moveIn, term }));
  return new JsonResponse(json).with({ ETag: etag, 'Cache-Control': SHARED_CACHE });
}
