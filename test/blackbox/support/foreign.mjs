import { FLAGS } from '../../support/contract.mjs';
import { Client } from './http.mjs';

/** A service that runs elsewhere: it is only read, with the key that was given. */
export function foreignDeployment(url, key) {
  const base = url.replace(/\/+$/, '');
  return {
    isForeign: true,
    apis: ['main'],
    services: [],
    keys: { all: key },
    bases: () => [base],
    client: (own = key) => new Client([base], own, FLAGS),
    close: async () => undefined,
  };
}
