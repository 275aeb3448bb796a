/** What a status word says about a unit. */
export const MEANINGS = ['available', 'on_notice', 'occupied', 'unavailable', 'ignored'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Words by meaning; case, spaces, hyphens and underscores do not matter. */
interface Words {
  /** enumerations of MITS 4.1: UnitLeasedStatus, UnitOccupancyStatus, UnitEconomicStatus, VacancyClass */
  mits: readonly string[];
  /** unit statuses of Yardi, RealPage, Entrata and other systems, which some feeds contain instead */
  vendors: readonly string[];
}

/** docs/feeds.md shows the same table. MITS's `other` has no meaning. */
export const STATUS_WORDS: Readonly<Record<Meaning, Words>> = {
  available: {
    mits: ['available', 'vacant', 'unoccupied', 'not_ready'],
    vendors: [
      ...['Vacant Unrented', 'Vacant Unrented Ready', 'Vacant Unrented Not Ready'],
      ...['Vacant Not Leased', 'Vacant Not Leased Ready', 'Vacant Not Leased Not Ready'],
      ...['Vacant Available', 'Vacant Ready', 'Vacant Not Ready', 'Ready'],
    ],
  },
  on_notice: {
    mits: ['on_notice'],
    vendors: [
      ...['Notice', 'Notice Unrented', 'Notice Not Leased', 'Notice Available'],
      ...['Occupied On Notice', 'Occupied On Notice Available', 'Occupied On Notice Not Leased'],
      ...['NTV', 'Notice To Vacate', 'NTV Not Leased', 'Occupied NTV', 'Occupied NTV Not Leased'],
    ],
  },
  occupied: { mits: ['occupied'], vendors: ['Current', 'Current Resident'] },
  unavailable: {
    mits: [
      ...['leased', 'approved', 'reserved', 'leased_on_notice', 'leased_reserved'],
      ...['down', 'model', 'employee', 'construction', 'office', 'commercial'],
    ],
    vendors: [
      ...['Occupied No Notice', 'Occupied No NTV', 'Occupied Leased', 'Rented', 'Sold', 'Unavailable', 'Not Available'],
      ...['Vacant Rented', 'Vacant Rented Ready', 'Vacant Rented Not Ready'],
      ...['Vacant Leased', 'Vacant Leased Ready', 'Vacant Leased Not Ready', 'Vacant Reserved'],
      ...['Notice Rented', 'Notice Leased', 'Notice Reserved', 'NTV Leased', 'Occupied NTV Leased', 'Occupied NTVL'],
      ...['Occupied On Notice Leased', 'Occupied On Notice Preleased', 'Preleased'],
      ...['Applicant', 'Pending', 'Lease Pending', 'Future Resident', 'Hold', 'On Hold', 'Waitlist'],
      ...['Admin', 'Admin/Down', 'Offline', 'Off Market', 'Excluded', 'Non Revenue', 'Renovation', 'Under Renovation'],
    ],
  },
  ignored: { mits: ['residential'], vendors: ['Conventional', 'Market Rate'] },
};

/** Normalises a word for comparison: `vacantAvailable`, `VACANT_AVAILABLE` and `Vacant-Available` are the same. */
export const wordKey = (word: string): string =>
  word
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[\s_/-]+/g, ' ')
    .trim()
    .toLowerCase();

const meanings = new Map(
  MEANINGS.flatMap((meaning) =>
    [...STATUS_WORDS[meaning].mits, ...STATUS_WORDS[meaning].vendors].map((word) => [wordKey(word), meaning] as const),
  ),
);

/** @param stated meanings by `wordKey` that the operator has given, which count first @returns undefined for an unknown word */
export const meaningOf = (word: string, stated: ReadonlyMap<string, Meaning>): Meaning | undefined =>
  stated.get(wordKey(word)) ?? meanings.get(wordKey(word));
