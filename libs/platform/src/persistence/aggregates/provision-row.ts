/** A row with the id of its record in another database, which is kept if it is free. */
export interface WithId {
  id?: string;
}

/** A row of a provision file. It matches the stored record with its id, otherwise one with its name that no other row matches. */
export interface ProvisionRow extends WithId {
  /** ids that other rows match */
  otherIds?: readonly string[];
}

/** Whether a row may keep its id: larger ids would exhaust the sequence. */
export const isPreservable = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

/** SQL condition, order and limit that select the record of a row, with `matchParameters` as its parameters. */
export const matchByIdOrName = (name: string): string =>
  `(id::text = :id::text or (${name} = :name and not id::text = any (:otherIds::text[])))
    order by (id::text is not distinct from :id::text) desc, id limit 1`;

export const matchParameters = ({ id, otherIds = [] }: ProvisionRow, name: string) => ({
  name,
  id: id ?? null,
  otherIds: otherIds.filter((other) => other !== id),
});
