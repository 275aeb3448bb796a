/** The public contract of events for other contexts. */
export {};
