const realNow = performance.now.bind(performance);

/** Lets what processes of this test remember of keys grow older, without waiting: they go by `performance.now`. */
export function ageKeys(milliseconds: number): void {
  performance.now = () => realNow() + milliseconds;
}

export function restoreAge(): void {
  performance.now = realNow;
}
