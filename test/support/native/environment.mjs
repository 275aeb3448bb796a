/**
 * The environment of the native suites: Jest's own for Node, in which a suite gets the application and its packages as Node
 * loaded them, once for all suites of a worker. Jest by itself would load their modules again for each suite.
 */
import { register } from 'node:module';
import { SuiteEnvironment } from '../environment.mjs';

register('./hooks.mjs', import.meta.url);

/** Classes of JavaScript that a suite shares with the application, for `instanceof`. Literals still have those of the suite. */
const SHARED = { AggregateError, Date, Error, Function, RangeError, RegExp, SyntaxError, TypeError };

export default class NativeEnvironment extends SuiteEnvironment {
  environmentVariables = { ...process.env };

  constructor(config, context) {
    super(config, context);
    const { watch, watchAll } = config.globalConfig;
    if ((watch || watchAll) && !process.send)
      throw new Error('Watch without --runInBand: Node loads the sources once.');
    Object.assign(this.global, SHARED);
    this.global.importNative = (specifier) => import(specifier);
    this.global.process.env = process.env; // the application reads what a suite sets
    // With the metadata of decorators. A getter, because Jest empties the values of a suite's globals at its end.
    Object.defineProperty(this.global, 'Reflect', { get: () => Reflect });
  }

  async teardown() {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.environmentVariables);
    await super.teardown();
  }
}
