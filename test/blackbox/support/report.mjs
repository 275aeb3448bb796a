import { curlOf } from './http.mjs';

/** Ends a scenario that need not go on: what it was to find is found. */
export class Enough extends Error {}

/** What a scenario found and counted. */
export class Findings {
  counts = {};
  violations = [];
  notes = [];

  /**
   * @param base for the curl line of a request
   * @param expect what violation is enough
   */
  constructor({ secrets = {}, base = 'http://127.0.0.1:3000', onViolation, expect } = {}) {
    this.expect = expect;
    this.secrets = secrets;
    this.base = base;
    this.onViolation = onViolation;
  }

  count(what, by = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  note(text) {
    this.notes.push(text);
  }

  /** The first of each kind is kept; `request` becomes a curl line. */
  violation(what, { request, base = this.base, detail = '' } = {}) {
    if (this.expected) throw new Enough(what);
    this.count('violations');
    const isExpected = this.expect?.test(what);
    if (this.violations.some((each) => each.what === what) || (this.violations.length >= 50 && !isExpected)) return;
    const shown = request ? curlOf(base, request, this.secrets) : '';
    this.violations.push({ what, detail, request: shown });
    this.onViolation?.({ what, detail, request: shown });
    if (isExpected) throw new Enough(what);
  }

  /** The violation that was to be found. */
  get expected() {
    return this.expect && this.violations.find(({ what }) => this.expect.test(what));
  }

  get found() {
    return this.counts.violations ?? 0;
  }

  get summary() {
    const shown = Object.entries(this.counts).filter(([what]) => what !== 'violations');
    return shown.map(([what, number]) => `${number.toLocaleString('en')} ${what}`).join(', ');
  }
}
