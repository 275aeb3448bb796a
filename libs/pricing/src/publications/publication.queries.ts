import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids, notFound, Problem } from '@app/platform/core';
import {
  all,
  type Condition,
  Database,
  exists,
  type Json,
  type JsonPage,
  JsonQuery,
  type PageRequest,
} from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  CHANGE,
  CHANGE_KIND_NAMES,
  CHANGE_KINDS,
  CHANGED_UNIT,
  changedPairs,
  type ChangeKind,
  COMPARED,
  pairsOf,
} from '../entries/entry-pairs.js';

/** Lists the publications kept for a process, the latest first. */
export class ListPublications extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewPublication extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'publication'>,
  ) {
    super();
  }
}

/** Lists the changes of a publication from the one that it was compared with. */
export class ListPublicationChanges extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'publication'>,
    readonly kind: ChangeKind | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}

const PUBLICATION = `publication.id as number, publication.asset_id::text, publication.process_id::text, publication.transaction_id::text,
  publication.compared_with, publication.restored_from, date_trunc('second', publication.published_at) as published_at, publication.entry_count, publication.totals,
  publication.actor, publication.key_id::text`;

const requires = (actor: Actor, { assetId, processId }: Ids<'asset' | 'process'>) =>
  all(visibleAsset(actor, assetId), exists('pricing.process', { process: processId }));

@QueryHandler(ListPublications)
export class ListPublicationsHandler implements IQueryHandler<ListPublications> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListPublications): Promise<JsonPage> {
    return this.json.page(page, {
      requires: requires(actor, ids),
      from: 'pricing.publication publication',
      where: 'publication.asset_id = :asset and publication.process_id = :process',
      newestFirst: true,
      select: PUBLICATION,
    });
  }
}

@QueryHandler(ViewPublication)
export class ViewPublicationHandler implements IQueryHandler<ViewPublication> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewPublication): Promise<Json> {
    return this.json.one({
      requires: requires(actor, ids),
      from: 'pricing.publication publication',
      where:
        'publication.asset_id = :asset and publication.process_id = :process and publication.id = :publication::bigint',
      select: PUBLICATION,
      values: { publication: ids.publicationId },
    });
  }
}

/** The entries of a generation that a publication contains. */
const shownBy = (generation: string, publication: string): string => `(select * from pricing.entry
  where asset_id = :asset and transaction_id = ${generation}::bigint and since <= ${publication}::bigint
    and (until is null or until > ${publication}::bigint))`;
const NEW = shownBy(':generation', ':publication');
const OLD = shownBy(':oldGeneration', ':comparedWith');
const ofGeneration = (condition: string): string => `(select ${COMPARED} from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and ${condition})`;

const KINDS = CHANGE_KIND_NAMES.map((kind, position) => `(${position}, '${kind}', ${CHANGE_KINDS[kind]})`).join(', ');
/** An entry has one row per kind of change; ids distinguish them. */
const changesOf = (
  pairs: string,
): string => `(select pair.id * ${CHANGE_KIND_NAMES.length} + kinds.position as id, kinds.kind, pair.id as entry_id,
    ${['added', 'removed', 'provider_id', 'lease_term', 'lease_starts_on'].map((name) => `pair.${name}`).join(', ')},
    ${['price', 'available_on', 'status', 'specials_description'].map((name) => `pair.${name}, pair.old_${name}`).join(', ')}
  from (${pairs}) pair cross join lateral (values ${KINDS}) kinds (position, kind, holds) where kinds.holds) pair`;

const WITHIN_GENERATION = changesOf(
  pairsOf(ofGeneration('since = :publication::bigint'), ofGeneration('until = :publication::bigint')),
);
const BETWEEN_GENERATIONS = changesOf(changedPairs(NEW, OLD));
const OF_THE_FIRST = changesOf(pairsOf(`(select ${COMPARED} from ${NEW} entry)`, ofGeneration('false')));

const COMPARISON = `select publication.generation_id::text as generation, previous.generation_id::text as "oldGeneration",
    publication.compared_with::text as "comparedWith"
  from pricing.publication publication left join pricing.publication previous
    on previous.asset_id = :asset and previous.process_id = :process and previous.id = publication.compared_with
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = :publication::bigint`;

interface Comparison {
  generation: string;
  /** null if the previous publication was purged, or there was none */
  oldGeneration: string | null;
  comparedWith: string | null;
}

@QueryHandler(ListPublicationChanges)
export class ListPublicationChangesHandler implements IQueryHandler<ListPublicationChanges> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ actor, ids, kind, page }: ListPublicationChanges): Promise<JsonPage> {
    const { assetId: asset, processId: process, publicationId: publication } = ids;
    const visible = requires(actor, ids);
    const values = { ...visible.values, asset, process, publication };
    const comparison = await this.comparison(visible, values);
    const changes = await this.json.page(page, {
      requires: visible,
      from: changesIn(comparison),
      where: kind === undefined ? 'true' : 'pair.kind = :kind',
      join: CHANGED_UNIT,
      select: `pair.kind, ${CHANGE}`,
      values: { ...comparison, publication, ...(kind !== undefined && { kind }) },
    });
    await this.comparison(visible, values); // again after reading, because a concurrent purge leaves gaps
    return changes;
  }

  /** @throws Problem if one of the two publications was purged */
  private async comparison({ sql }: Condition, values: Record<string, unknown>): Promise<Comparison> {
    const [comparison] = await this.database.read<Comparison>(`${COMPARISON} and ${sql}`, values);
    if (!comparison) throw notFound();
    requireCompared(comparison);
    return comparison;
  }
}

/** @throws Problem if the publication that it was compared with was purged */
function requireCompared({ oldGeneration, comparedWith }: Comparison): void {
  if (comparedWith === null || oldGeneration !== null) return;
  throw new Problem(
    'gone',
    'publication_forgotten',
    `Publication ${comparedWith}, with which it was compared, is no longer kept`,
  );
}

function changesIn({ generation, oldGeneration }: Comparison): string {
  if (generation === oldGeneration) return WITHIN_GENERATION;
  return oldGeneration === null ? OF_THE_FIRST : BETWEEN_GENERATIONS;
}
