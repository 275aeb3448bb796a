import {
  Database,
  isPreservable,
  LIMITS,
  runOrDryRun,
  sqlState,
  UnitOfWork,
  violatedConstraint,
} from '@app/platform/persistence';
import { type FieldErrors, Problem } from '@app/platform/core';
import { FileStore } from '@app/platform/files';
import type { INestApplicationContext } from '@nestjs/common';
import { occurrencesOf, throwIfInvalid, requireValid } from './check.js';
import { DeferredFileStore } from '../deferred-file-store.js';
import type { Declaration } from './document.js';
import { Names } from './names.js';
import type { ProvidedFiles } from './provided-files.js';
import { readFiles } from './read-files.js';
import type { Deleted, Item, Outcome, SectionContext } from './section.js';
import { SECTIONS } from './sections.js';

/** Advisory lock: documents are applied one at a time, so that two cannot both create the same resource. */
const PROVISION_LOCK = 4_711_202_320;
const PARTITION = { name: 'provision', share: 1 / 4, wait: LIMITS.commit, limit: LIMITS.commit };
/** Drawings are compiled between statements, which may take long but delays only the next document. */
const NO_IDLE_LIMIT = 'set local idle_in_transaction_session_timeout = 0';
const CHECK_ALL = 'set constraints all immediate';

/** Outcomes of all items, by path: `assets.0.units.3`. */
export type Outcomes = Map<string, Outcome & { item: Item }>;

/** Deleted resources, by the path of the list: `assets.0.units`. */
type Pruned = Map<string, Deleted[]>;

export interface Provisioned {
  outcomes: Outcomes;
  pruned: Pruned;
}

interface ProvisionOptions {
  /** deletes resources that are missing in the lists of the file */
  prune?: boolean;
  /** applies the document and rolls back */
  dryRun?: boolean;
  /** ids of the resources created by this and earlier documents, by `section/id` of the document */
  known?: Map<string, string>;
  /** ids of the assets whose maps the embeds of the document list; they keep those of others. Default: all */
  mapsOf?: ReadonlySet<string>;
}

/** Applies a document in one transaction. @throws CommandError naming all errors; then nothing is changed */
export async function applyDeclaration(
  app: INestApplicationContext,
  declaration: Declaration,
  { prune = false, dryRun = false, known, mapsOf }: ProvisionOptions = {},
): Promise<Provisioned> {
  await requireValid(declaration);
  const files = await readFiles(declaration);
  const database = app.get(Database);
  await reserve(app, declaration);
  const unit = (work: () => Promise<Provisioned>) => app.get(UnitOfWork).run(work, PARTITION);
  const work = (store: () => Promise<void>) => async () => {
    await database.execute(NO_IDLE_LIMIT);
    await database.rows('select pg_advisory_xact_lock(:lock)', { lock: PROVISION_LOCK });
    const ids = new Map(known);
    const provisioned = await new Run(app, declaration, files, { isPruning: prune, mapsOf }, ids).run();
    await database.execute(CHECK_ALL);
    for (const [thing, id] of ids) known?.set(thing, id);
    if (!dryRun) await store();
    return provisioned;
  };
  return deferFiles(app.get(FileStore), (store) => runOrDryRun(dryRun, unit, work(store)));
}

/** Reserves the ids that resources keep, so that no other resource takes one in the meantime. */
async function reserve(app: INestApplicationContext, declaration: Declaration): Promise<void> {
  for (const section of SECTIONS) {
    const ids = occurrencesOf(section, declaration).flatMap(({ items }) =>
      items.flatMap(({ id }) => (id ?? []) as string),
    );
    const [highest] = ids.filter(isPreservable).sort((a, b) => Number(b) - Number(a));
    if (section.table && highest !== undefined)
      await reserveIds(app.get(UnitOfWork), app.get(Database), section.table, highest);
  }
}

const IS_BELOW = `select sequence from (select pg_get_serial_sequence(:table, 'id')::regclass as sequence) own
  where coalesce(pg_sequence_last_value(sequence), 0) < :upTo::bigint`;

/**
 * Advances the sequence of a table past an id, so that no new row takes an id that is about to be kept. Setting a sequence is not
 * transactional, so this waits for writers of the table, in a separate transaction.
 */
async function reserveIds(work: UnitOfWork, database: Database, table: string, upTo: string): Promise<void> {
  if ((await database.rows(IS_BELOW, { table, upTo })).length === 0) return;
  await work.run(async () => {
    await database.execute(`lock table ${table} in share row exclusive mode`);
    await database.rows(`select setval(sequence, :upTo::bigint) from (${IS_BELOW}) below`, { table, upTo });
  });
}

/** Stores files at the end, so that a rejected document or a dry run leaves none behind. */
const deferFiles = <T>(files: FileStore, work: (store: () => Promise<void>) => Promise<T>): Promise<T> =>
  files instanceof DeferredFileStore ? files.during(work) : work(() => Promise.resolve());

/** Applies one document inside its transaction. */
class Run {
  private readonly outcomes: Outcomes = new Map();
  private readonly pruned: Pruned = new Map();
  private readonly errors: FieldErrors = {};
  private readonly ids = new Map<string, string | undefined>();
  private readonly names: Names;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly declaration: Declaration,
    private readonly files: ProvidedFiles,
    private readonly options: Pick<SectionContext, 'isPruning' | 'mapsOf'>,
    known: Map<string, string>,
  ) {
    this.names = new Names(app, known);
  }

  async run(): Promise<Provisioned> {
    for (const section of SECTIONS)
      for (const { path, items, parent } of occurrencesOf(section, this.declaration))
        await this.collectErrors(path, async () => {
          const context = this.contextOf(path, parent);
          if (!context) return; // the parent's error has been reported
          const transformed = items.map((item) => section.transform?.(item) ?? item);
          const results = await section.apply(this.app, transformed, context);
          results.forEach((outcome, n) => this.remember(section.path, `${path}.${n}`, outcome, items[n]!));
        });
    throwIfInvalid(this.errors, this.declaration);
    if (this.options.isPruning) await this.prune();
    return { outcomes: this.outcomes, pruned: this.pruned };
  }

  /** Deletes in reverse order, so that references go before their targets. */
  private async prune(): Promise<void> {
    for (const section of [...SECTIONS].reverse())
      for (const { path, items, parent } of section.prune ? occurrencesOf(section, this.declaration) : [])
        await this.collectErrors(path, async () => {
          const keep = items.map((_, n) => this.outcomes.get(`${path}.${n}`)!.id);
          this.addDeleted(path, await section.prune!(this.app, keep, this.contextOf(path, parent)!));
        });
    throwIfInvalid(this.errors, this.declaration);
  }

  private remember(section: string, path: string, { deleted, ...outcome }: Outcome, item: Item): void {
    this.outcomes.set(path, { ...outcome, item });
    if (this.options.isPruning) this.names.prefer(section, outcome.id); // others of that name are about to be deleted
    const { id, name } = item;
    if (typeof id === 'string') this.names.remember(section, id, outcome.id);
    if (typeof name === 'string') {
      const known = `${section}/${name}`;
      this.ids.set(known, this.ids.has(known) ? undefined : outcome.id);
    }
    for (const [list, resources] of Object.entries(deleted ?? {})) this.addDeleted(`${path}.${list}`, resources);
  }

  private addDeleted(path: string, resources: Deleted[]): void {
    if (resources.length > 0) this.pruned.set(path, resources);
  }

  /** @returns undefined if the item that contains the list could not be applied */
  private contextOf(path: string, parent: Item): SectionContext | undefined {
    const owners = [...path.matchAll(/\.\d+(?=\.)/g)].map(({ index, 0: match }) => path.slice(0, index + match.length));
    const ids = owners.map((owner) => this.outcomes.get(owner)?.id);
    if (ids.includes(undefined)) return undefined;
    const idOf = (section: string, name: string) => this.ids.get(`${section}/${name}`);
    return { ids: ids as string[], parent, idOf, names: this.names, files: this.files, ...this.options };
  }

  /** Collects the errors of a list. */
  private async collectErrors(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Problem && error.fields)
        for (const [at, texts] of Object.entries(error.fields)) this.errors[at ? `${path}.${at}` : path] = texts;
      else if (sqlState(error)?.startsWith('23')) {
        this.errors[path] = [CONFLICTS[violatedConstraint(error) ?? ''] ?? `conflicts with what is stored: ${(error as Error).message}`]; // oxfmt-ignore
        throwIfInvalid(this.errors, this.declaration); // the transaction has failed, so Postgres would reject further statements
      } else throw error;
    }
  }
}

const KEY_TAKEN = 'has a key that the asset already uses elsewhere';
const CONFLICTS: Record<string, string> = {
  asset_reference_key: KEY_TAKEN,
  unit_reference_group_key: KEY_TAKEN,
  unit_reference_value: 'gives a value that another unit of the group has',
};
