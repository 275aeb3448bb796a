const realNow = performance.now.bind(performance);

/** Lets cached keys expire without waiting: moves `performance.now`, which the cache uses. */
export function ageKeys(milliseconds: number): void {
  performance.now = () => realNow() + milliseconds;
}

export function restoreAge(): void {
  performance.now = realNow;
}
