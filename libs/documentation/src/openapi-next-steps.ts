/** How a client should proceed after an error, by its code; only codes of specific operations. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  asset_exists: 'Use the existing asset (List assets finds it), or send another name or address.',
  assets_chosen: 'Send the request with a key that sees all assets of an account.',
  beyond_own_rights: 'Rotate the key with one that may do as much, or create a new one within your rights.',
  conflict: 'Remove what still refers to the resource, then repeat the request.',
  floor_plan_in_use: 'Assign the units of the floor plan to another one (Update unit), then repeat the request.',
  guard_refused:
    'Check the `report` in `details`. Either commit the open transaction with `override=guard`, or abort it.',
  key_expired: 'Create a new key.',
  key_revoked: 'Create a new key.',
  key_taken: 'Update the resource that has this key, or choose another key.',
  link_without_urls: 'Use a link of type `urls_per_unit`.',
  option_without_units: 'Use an option of type `custom`.',
  own_key: 'Send the request with another key. To replace the calling key, rotate it (Rotate key).',
  provider_id_taken: 'Take the `provider_id` from the other unit first (Update pricing unit), or choose another one.',
  value_taken: 'Take the value from the other unit first, or in the same request.',
  transaction_closed:
    'Open a new transaction and send its entries again. Get transaction status shows how this one ended.',
  transaction_open: 'Continue the open transaction, whose URL is in `Link`, or abort it.',
  transaction_too_large: 'Split the data set among several pricing processes.',
  too_many_entries: 'Send fewer entries, or split the data set among several pricing processes.',
  too_many_entries_of_unit: 'Send fewer entries of this unit.',
  publication_forgotten: 'Request a later time or publication: `message` names the earliest.',
  replacement_in_progress: 'Wait as long as `Retry-After` says, then repeat the request if it is still wanted.',
  publication_replaced: 'Preview the data set again with `dry-run=1`, then send its `compared_with` as `If-Match`.',
  not_ready: 'Send no traffic to this server until it responds with 200.',
};

/** Markdown for the description of a response: a line for each code with a next step. */
export const nextSteps = (codes: readonly string[]): string =>
  codes
    .filter((code) => code in NEXT_STEPS)
    .map((code) => `- \`${code}\`: ${NEXT_STEPS[code]}`)
    .join('\n');
