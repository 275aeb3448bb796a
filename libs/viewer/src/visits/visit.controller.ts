import { DEMO_KEYS } from '@app/mapping/contract';
import { isDate } from '@app/platform/core';
import {
  body,
  Ctx,
  Operation,
  param,
  type QueryParameter,
  type RequestContext,
  Resource,
  returns,
} from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CountVisits } from './count-visits.command.js';
import { VisitCountDto, VisitDto } from './visit.dto.js';
import type { Visit } from './visit.value.js';
import { type Days, ListVisitCounts, MAX_DAYS } from './visit-count.queries.js';

const REPORTED = {
  description:
    'Counts what a visitor did on the page, which sends it if an asset on it has `count_visits`. Nothing about the visitor is stored. What happened with a unit that has been deleted since, or with an asset that counts no visits any more, is left out. The [guide](/guides/embedding.md#daily-counts) explains what is counted.',
  public: true as const,
  body: body.batch(VisitDto, { items: 500, bytes: 100_000, description: 'What the visitor did' }),
  returns: returns.nothing,
};

@Resource('embed', { tag: 'Viewer', root: true, extension: true })
export class EmbedVisitController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', ':key/visits', {
    id: 'count-visits-of-embed',
    summary: 'Count visits of an embed',
    examples: { key: DEMO_KEYS.embed },
    ...REPORTED,
  })
  count(@Ctx() { params, body }: RequestContext<never, Visit[]>) {
    return this.commands.execute(new CountVisits('embed', params['key']!, body));
  }
}

@Resource('share', { tag: 'Viewer', root: true, extension: true })
export class LandingPageVisitController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', ':key/visits', {
    id: 'count-visits-of-landing-page',
    summary: 'Count visits of a landing page',
    examples: { key: DEMO_KEYS.landingPage },
    ...REPORTED,
  })
  count(@Ctx() { params, body }: RequestContext<never, Visit[]>) {
    return this.commands.execute(new CountVisits('landing_page', params['key']!, body));
  }
}

const day = (name: string, description: string): QueryParameter => ({
  ...param.text(name, 10, description),
  schema: { type: 'string', format: 'date' },
  parse: (sent) => (isDate(sent) ? { value: sent } : { error: 'must be a date such as 2027-03-01' }),
});

@Resource('assets/:asset/multifamily/visits', { tag: 'Viewer', extension: true })
export class VisitCountController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-visit-counts',
    description:
      'Lists what visitors did on maps of the asset on each day, for the pages (`unit_id` is null) and for each unit, while the asset has `count_visits`. The latest visits appear within half a minute.',
    permission: 'visits.read',
    query: [
      day('from', 'First day; default: 30 days before the last.'),
      day('to', `Last day, at most ${MAX_DAYS} days after the first, which is the default.`),
    ],
    returns: returns.list(VisitCountDto),
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset', undefined, Days>) {
    return this.queries.execute(new ListVisitCounts(actor, ids.assetId, query, page));
  }
}
