import { isOver } from '../dates.js';
import { dateOf } from './mits-dates.js';
import { detailsOf, type MitsOptions } from './mits-options.js';
import { meaningOf, wordKey } from './status-words.js';
import type { XmlNode } from './xml-tree.js';

export type Availability =
  | { availableOn: string }
  /** the word that says that the unit is not available */
  | { unavailable: string }
  /** why the file does not say whether, or when, the unit is available */
  | { errors: string[] };

/** The elements of a unit that contain a status word. */
export const STATUS_FIELDS = ['UnitLeasedStatus', 'UnitOccupancyStatus', 'UnitEconomicStatus'].flatMap((field) => [
  field,
  `${field}Description`,
]);

/**
 * Whether and when a unit is available. A unit is not if any word says so, whatever the others say. An occupied unit is if its
 * residents have given notice: a word says so, or its VacateDate has not passed.
 */
export function availabilityOf(unit: XmlNode, options: MitsOptions): Availability {
  const words = wordsOf(unit).map((word) => ({ ...word, meaning: meaningOf(word.text, options.statuses) }));
  const having = (meaning: string) => words.find((word) => word.meaning === meaning);
  const refused = having('unavailable');
  if (refused) return { unavailable: wordKey(refused.text) };
  const unknown = words.filter((word, at) => word.meaning === undefined && !isExplained(words, at));
  if (unknown.length > 0)
    return {
      errors: unknown.map(({ field, text }) => `${field} "${text}" is unknown (--status "${text}=unavailable")`),
    };
  const vacated = dateOf(unit.at('Availability', 'VacateDate'));
  const ready = dateOf(unit.at('Availability', 'MadeReadyDate'));
  const occupied = having('occupied');
  const isOnNotice = having('on_notice') !== undefined || (occupied && vacated.date && !isOver(vacated.date));
  if (occupied && !isOnNotice && !vacated.error) return { unavailable: wordKey(occupied.text) };
  const errors = [vacated.error, ready.error].filter((error) => error !== undefined);
  if (errors.length > 0) return { errors };
  const date = [vacated.date, ready.date].filter((each) => each !== undefined).sort().at(-1); // oxfmt-ignore
  if (isOnNotice) {
    if (date === undefined) return { errors: ['is on notice and has no VacateDate and no MadeReadyDate'] };
    if (isOver(date)) return { errors: [`is on notice, and the date of its availability, ${date}, has passed`] };
  }
  const availableOn = date ?? options.availableOn;
  return availableOn === undefined
    ? { errors: ['has no MadeReadyDate and no VacateDate (--available-on)'] }
    : { availableOn };
}

interface StatusWord {
  field: string;
  text: string;
}

function wordsOf(unit: XmlNode): StatusWord[] {
  const availability = unit.all('Availability');
  const details = detailsOf(unit);
  const nodes = [
    ...STATUS_FIELDS.flatMap((field) => details?.all(field) ?? []),
    ...availability.flatMap((node) => [node, ...node.all('VacancyClass')]),
  ];
  return nodes.flatMap((node) => {
    const text = node.value();
    return text === undefined ? [] : [{ field: node.name, text }];
  });
}

const OTHER = /^other$/i;

/** Whether a word is `other`, whose description follows and is itself a word. */
function isExplained(words: readonly StatusWord[], at: number): boolean {
  const { field, text } = words[at]!;
  return OTHER.test(text) && words[at + 1]?.field === `${field}Description`;
}
