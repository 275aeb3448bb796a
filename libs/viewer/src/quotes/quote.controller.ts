import { isDate } from '@app/platform/core';
import { Ctx, JsonResponse, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { DEMO_KEYS, type PageKind } from '@app/mapping/contract';
import { QueryBus } from '@nestjs/cqrs';
import { SHARED_CACHE } from '../documents/shared-cache.js';
import { QuoteDto } from './quote.dto.js';
import { ViewQuote } from './quote.queries.js';

interface QuoteQuery {
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
  'Returns the price of a unit for a move-in date and a lease term, from the prices that the map shows. The [guide](/guides/pricing.md#quotes) explains which entry counts. `price` is null if there is none for this date and term.';
const QUOTED = {
  description: DESCRIPTION,
  public: true as const,
  query: [UNIT, MOVE_IN, TERM],
  returns: returns.one(QuoteDto),
};

@Resource('embed', { tag: 'Viewer', root: true, extension: true })
export class EmbedQuoteController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/quotes', {
    id: 'quote-unit-of-embed',
    summary: 'Quote a unit of an embed for a move-in date and lease term',
    examples: { key: DEMO_KEYS.embed },
    ...QUOTED,
  })
  view(@Ctx() { params, query }: RequestContext<never, undefined, QuoteQuery>) {
    return quoteOf(this.queries, 'embed', params['key']!, query);
  }
}

@Resource('share', { tag: 'Viewer', root: true, extension: true })
export class LandingPageQuoteController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', ':key/quotes', {
    id: 'quote-unit-of-landing-page',
    summary: 'Quote a unit of a landing page for a move-in date and lease term',
    examples: { key: DEMO_KEYS.landingPage },
    ...QUOTED,
  })
  view(@Ctx() { params, query }: RequestContext<never, undefined, QuoteQuery>) {
    return quoteOf(this.queries, 'landing_page', params['key']!, query);
  }
}

async function quoteOf(queries: QueryBus, kind: PageKind, key: string, query: QuoteQuery): Promise<JsonResponse> {
  const { unit, move_in: moveIn, term } = query;
  const { json, etag } = await queries.execute(new ViewQuote(kind, key, unit, { moveIn, term }));
  return new JsonResponse(json).with({ ETag: etag, 'Cache-Control': SHARED_CACHE });
}
