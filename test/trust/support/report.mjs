import { curlOf } from './http.mjs';

/** Ends a probe that need not go on: what it was to find is found. */
export class Enough extends Error {}

/** What a probe found and counted. */
export class Findings {
  counts = {};
  violations = [];
  notes = [];

  /** @param base for the curl line of a request */
  constructor({ secrets = {}, base = 'http://127.0.0.1:3000', onViolation, stopAtFirst = false } = {}) {
    this.stopAtFirst = stopAtFirst;
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
    if (this.stopAtFirst && this.violations.length > 0) throw new Enough(what);
    this.count('violations');
    if (this.violations.some((each) => each.what === what) || this.violations.length >= 50) return;
    const shown = request ? curlOf(base, request, this.secrets) : '';
    this.violations.push({ what, detail, request: shown });
    this.onViolation?.({ what, detail, request: shown });
    if (this.stopAtFirst) throw new Enough(what);
  }

  get found() {
    return this.counts.violations ?? 0;
  }

  get summary() {
    const shown = Object.entries(this.counts).filter(([what]) => what !== 'violations');
    return shown.map(([what, number]) => `${number.toLocaleString('en')} ${what}`).join(', ');
  }
}
