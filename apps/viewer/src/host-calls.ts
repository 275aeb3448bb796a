import type { HostCalls } from './host-api.js';
import { knownChoice } from './model/facets.js';
import type { Store } from './store.js';

/** Implements the calls of the host page, whose arguments may be of any type. */
export function answerHost(store: Store, destroy: () => void): HostCalls {
  return {
    select(unit) {
      if (unit === null) {
        store.leave();
        return true;
      }
      const home = store.catalog.find(String(unit));
      if (home) store.select(home.id, 'host');
      return home !== undefined;
    },
    setFilters(filters) {
      const wanted = Object.entries(filters ?? {}).filter(([, values]) => isTexts(values) && values.length > 0);
      const choice = knownChoice(store.facets, Object.fromEntries(wanted));
      if (Object.keys(choice).length < wanted.length) return false;
      store.choose(choice);
      return true;
    },
    setUnitNumberMatches(numbers) {
      if (numbers !== null && !isTexts(numbers)) return false;
      store.setNumbers(numbers);
      return true;
    },
    disableUI(parts) {
      if (!isTexts(parts)) return false;
      store.hidden.value = new Set([...store.hidden.value, ...parts]);
      return true;
    },
    showFloor(floor) {
      const sheet = store.catalog.findSheet(String(floor));
      if (sheet) store.showSheet(sheet.id);
      return sheet !== undefined;
    },
    destroy() {
      destroy();
      return true;
    },
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
