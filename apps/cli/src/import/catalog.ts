import type { INestApplicationContext } from '@nestjs/common';
import { CommandError } from '../errors.js';
import type { Declaration } from '../provision/document.js';
import { applyDeclaration, type Outcomes } from '../provision/provision.js';
import type { Rejects } from './rejects.js';
import type { Summary } from './summary.js';

/** Imports one asset in its own transaction. @returns undefined if the asset is rejected as a whole, which is reported */
export async function place(
  app: INestApplicationContext,
  declaration: Declaration,
  rejects: Rejects,
  summary: Summary,
): Promise<Outcomes | undefined> {
  try {
    const { outcomes } = await applyDeclaration(app, declaration);
    summary.add(outcomes);
    return outcomes;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    for (const text of error.message.split('\n'))
      rejects.add({ line: declaration.lineOf!(''), element: 'asset', reason: text.replace(/^.*?:\d+: /, '') });
    return undefined;
  }
}
