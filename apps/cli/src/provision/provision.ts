import { Database, type Faults, LIMITS, Problem, UnitOfWork } from '@app/kernel';
import type { INestApplicationContext } from '@nestjs/common';
import { occurrencesOf, refuse, requireValid } from './check.js';
import type { Declaration } from './document.js';
import type { Item, Outcome } from './section.js';
import { SECTIONS } from './sections.js';

/** One document at a time: two that declare the same thing must not both find it missing. */
const PROVISION_LOCK = 4_711_202_320;
const LANE = { name: 'provision', share: 1 / 4, wait: LIMITS.commit, limit: LIMITS.commit };

/** What became of everything that was declared, by path: `assets.0.units.3`. */
export type Outcomes = Map<string, Outcome & { item: Item }>;

/**
 * Makes the database match the document, in one transaction.
 * @throws CommandFault naming every fault; nothing is changed then
 */
export async function provision(app: INestApplicationContext, declaration: Declaration): Promise<Outcomes> {
  requireValid(declaration);
  return app.get(UnitOfWork).run(async () => {
    await app.get(Database).rows('select pg_advisory_xact_lock(:lock)', { lock: PROVISION_LOCK });
    return declareAll(app, declaration);
  }, LANE);
}

async function declareAll(app: INestApplicationContext, declaration: Declaration): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const faults: Faults = {};
  const names = new Map<string, string | undefined>();
  const idOf = (section: string, name: string) => names.get(`${section}/${name}`);
  for (const section of SECTIONS)
    for (const { path, items } of occurrencesOf(section, declaration)) {
      const parent = outcomes.get(path.replace(/\.[^.]+$/, ''));
      if (path.includes('.') && !parent) continue; // its own fault is told already
      try {
        const made = await section.declare(app, items, { parentId: parent?.id ?? '', idOf });
        made.forEach((outcome, n) => {
          const item = items[n]!;
          outcomes.set(`${path}.${n}`, { ...outcome, item });
          const name = `${section.path}/${String(item['name'])}`;
          names.set(name, names.has(name) ? undefined : outcome.id);
        });
      } catch (error) {
        if (!(error instanceof Problem) || !error.fields) throw error;
        for (const [at, texts] of Object.entries(error.fields)) faults[`${path}.${at}`] = texts;
      }
    }
  refuse(faults, declaration);
  return outcomes;
}
