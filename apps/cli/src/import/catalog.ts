import type { INestApplicationContext } from '@nestjs/common';
import { CommandFault } from '../faults.js';
import type { Declaration } from '../provision/document.js';
import { type Outcomes, provision } from '../provision/provision.js';
import type { Rejects } from './rejects.js';
import type { Tally } from './tally.js';

/** Makes one asset of a file true, in a transaction of its own. @returns undefined, and told, when it is refused as a whole */
export async function place(
  app: INestApplicationContext,
  declaration: Declaration,
  rejects: Rejects,
  tally: Tally,
): Promise<Outcomes | undefined> {
  try {
    const outcomes = await provision(app, declaration);
    tally.add(outcomes);
    return outcomes;
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    for (const text of error.message.split('\n'))
      rejects.add({ line: declaration.lineOf!(''), element: 'asset', reason: text.replace(/^.*?:\d+: /, '') });
    return undefined;
  }
}
