/** Maximum number of listed issues per kind: unmatched provider ids, duplicates, repeated prices, past lease starts. Totals count all. */
export const MAX_LISTED_ISSUES = 50;

/** Codes for accepted entries that may not have the intended effect. */
const ISSUE_MESSAGES = {
  building_unknown: 'No building has this name or id: correct it, or add the building',
  unit_unknown:
    'No unit has this number, in the building if one is named: correct it, or give its unit this provider_id with Update pricing unit',
  unit_ambiguous:
    'Several units have this number: name the building, or give one of them this provider_id with Update pricing unit',
  provider_id_taken:
    'The unit with this number has another provider_id: send that one, or give the unit this one with Update pricing unit',
  unit_added_since: 'A unit with this number was added meanwhile: send the data set again',
  duplicate: 'An equal entry was sent before this one: send it once',
  price_repeated:
    'Another price was sent before this one for the same unit, lease term and start: send only one of them',
  lease_start_past: 'The lease start has passed: leave the entry out, or send a later start',
} as const;

/** Codes for rejected entries. */
export const REFUSALS = ['field_missing', 'field_unknown', 'field_invalid'] as const;

export type IssueCode = keyof typeof ISSUE_MESSAGES;

const FIELD_OF: Record<IssueCode, string | null> = {
  building_unknown: 'building',
  unit_unknown: 'unit_number',
  unit_ambiguous: 'unit_number',
  provider_id_taken: 'provider_id',
  unit_added_since: 'unit_number',
  duplicate: null,
  price_repeated: 'price',
  lease_start_past: 'lease_starts_on',
};

export interface Suggestion {
  unit_id: string;
  unit_number: string;
  provider_id: string | null;
  building: string;
  floor: string;
  reason: 'same_number' | 'similar_number';
}

/** An accepted entry that its sender should review. */
export interface Issue {
  code: IssueCode;
  /** index in the sent array; null if the entry was not sent in this request */
  index: number | null;
  field: string | null;
  message: string;
  provider_id: string;
  unit_number: string;
  building: string | null;
  suggestions?: Suggestion[];
}

export const issue = (
  code: IssueCode,
  { index, provider_id, unit_number, building }: Pick<Issue, 'index' | 'provider_id' | 'unit_number' | 'building'>,
  suggestions?: Suggestion[],
): Issue => ({
  ...{ code, index, field: FIELD_OF[code], message: ISSUE_MESSAGES[code], provider_id, unit_number, building },
  ...(suggestions && { suggestions }),
});

export const SUGGESTION = {
  type: 'object',
  required: ['unit_id', 'unit_number', 'building', 'floor', 'provider_id', 'reason'],
  properties: {
    unit_id: { type: 'string', maxLength: 255, description: 'Id of the unit' },
    unit_number: { type: 'string', maxLength: 255, description: 'Number of the unit' },
    building: { type: 'string', maxLength: 255, description: 'Name of its building' },
    floor: { type: 'string', maxLength: 255, description: 'Name of its floor' },
    provider_id: { type: ['string', 'null'], maxLength: 255, description: 'The provider id that the unit already has' },
    reason: {
      type: 'string',
      enum: ['same_number', 'similar_number'],
      description: '`similar_number`: the number in another spelling',
    },
  },
};

export const ISSUES_SCHEMA = {
  type: 'array',
  description: `Accepted entries to look at: at most ${MAX_LISTED_ISSUES} unmatched \`provider_id\`s, each with its first entry, ${MAX_LISTED_ISSUES} duplicates, ${MAX_LISTED_ISSUES} repeated prices and ${MAX_LISTED_ISSUES} past lease starts.`,
  items: {
    type: 'object',
    required: ['code', 'index', 'field', 'message', 'provider_id', 'unit_number', 'building'],
    properties: {
      code: { type: 'string', enum: Object.keys(ISSUE_MESSAGES), description: 'The kind of issue, for programs' },
      index: {
        type: ['integer', 'null'],
        description: 'Index of the entry in the array that was sent, from 0; null if unknown',
      },
      field: { type: ['string', 'null'], description: 'The field in question; null for the entry as a whole' },
      message: { type: 'string', description: 'The issue and what to do about it, for people' },
      provider_id: { type: 'string', maxLength: 255, description: 'Id of the unit in the sending system' },
      unit_number: { type: 'string', maxLength: 255, description: 'Number of the unit, as it was sent' },
      building: { type: ['string', 'null'], maxLength: 255, description: 'Building of the unit, as it was sent' },
      suggestions: {
        type: 'array',
        items: SUGGESTION,
        description: 'Only for unmatched entries: units with a similar number',
      },
    },
  },
};
