/** What may be known of data models outside: no other context asks. */
export {};
