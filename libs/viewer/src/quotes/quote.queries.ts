import { createHash } from 'node:crypto';
import { ViewerExpenses } from '@app/expenses/contract';
import { FindViewerPage, type PageKind } from '@app/mapping/contract';
import { invalid, isId, notFound } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { FindUnitOffers, type Offer, quoteOf, type QuoteRequest } from '@app/pricing/contract';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';

export interface Quote {
  json: string;
  etag: string;
}

/** The price of a unit on a page for a move-in date and a lease term. @throws Problem 404 for an unknown page, 422 naming the parameter */
export class ViewQuote extends Query<Quote> {
  constructor(
    readonly kind: PageKind,
    readonly key: string,
    readonly unitId: string,
    readonly request: QuoteRequest,
  ) {
    super();
  }
}

/** The process whose prices the document of the page shows. */
const SHOWN = `select unit.asset_id::text as asset, unit.floor_plan_id::text as plan, (
    select priced.process_id::text from viewer.priced_view priced where priced.asset_id = unit.asset_id
    order by priced.process_id = any (:processes::bigint[]) desc, priced.as_of desc nulls last, priced.process_id limit 1
  ) as process
  from catalog.unit_v1 unit where unit.asset_id = any (:assets::bigint[]) and unit.id = :unit`;

@QueryHandler(ViewQuote)
export class ViewQuoteHandler implements IQueryHandler<ViewQuote> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ kind, key, unitId: unit, request }: ViewQuote): Promise<Quote> {
    const page = await this.queries.execute(new FindViewerPage(kind, key));
    if (!page) throw notFound(kind === 'embed' ? 'Embed' : 'Landing page');
    const assets = page.maps.map(({ asset_id: asset }) => asset);
    const processes = page.maps.flatMap(({ pricing_process_id: process }) => process ?? []);
    const [shown] = isId(unit)
      ? await this.database.read<{ asset: string; plan: string; process: string | null }>(SHOWN, {
          assets,
          processes,
          unit,
        })
      : [];
    if (!shown) throw invalid({ unit: ['is not the id of a unit on the page'] });
    const { asset, process } = shown;
    const found = await this.queries.execute(new FindUnitOffers(asset, process ?? '0', unit));
    const { offers = [], today = '', publishedOn = today } = found ?? {};
    if (request.moveIn !== undefined && request.moveIn < today)
      throw invalid({ move_in: [`must be ${today} or later`] });
    const quote = quoteOf(offers, request, publishedOn);
    const json = JSON.stringify({
      unit_id: unit,
      move_in: request.moveIn ?? null,
      term: request.term ?? null,
      price: quote ? await this.displayed(shown, unit, quote.price) : null,
      lease_term: quote?.lease_term ?? null,
      lease_starts_on: quote?.lease_starts_on ?? null,
      available_on: quote?.available_on ?? firstDay(offers),
      terms: [...new Set(offers.flatMap(({ lease_term: term }) => term ?? []))].sort((a, b) => a - b),
    });
    return { json, etag: `W/"${createHash('sha1').update(json).digest('base64url')}"` };
  }

  /** The price as the map displays it; null for a total that is incomplete. */
  private async displayed({ asset, plan }: { asset: string; plan: string }, unit: string, price: number) {
    const expenses = await this.queries.execute(new ViewerExpenses(asset));
    if (expenses.priceDisplay === 'base') return price;
    const { total_price: total, is_complete: isComplete } = expenses.totalOf(unit, plan, price);
    return isComplete ? total : null;
  }
}

const firstDay = (offers: readonly Offer[]): string | null =>
  offers.map(({ available_on: day }) => day).sort()[0] ?? null;
