import { useState } from 'preact/hooks';

interface Attempt {
  isBusy: boolean;
  /** why the last step failed */
  error: unknown;
  attempt(work: () => Promise<void>): Promise<void>;
  /** forgets the failure */
  forget(): void;
}

/** Steps of a form or a panel, one at a time. */
export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  return { isBusy, error, attempt, forget: () => setError(undefined) };
}
