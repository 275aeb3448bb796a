/** What other contexts may know of references: they are for third parties, so far no context asks. */
export {};
