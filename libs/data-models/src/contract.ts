/** The public contract of data models: empty, because no other context uses them. */
export {};
