import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Starts services, command lines, compilers or a browser. */
const STARTS_PROCESSES = /\/(service|run|browser|s3|standby|package)\.js'|'node:child_process'/;

/** Where the durations are unknown, as in a fresh clone: suites that wait for processes first, so that the others fill the waiting. */
export default class ProcessesFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const rank = new Map(sorted.map(({ path }) => [path, STARTS_PROCESSES.test(readFileSync(path, 'utf8')) ? 0 : 1]));
    return sorted.sort((a, b) => rank.get(a.path) - rank.get(b.path));
  }
}
