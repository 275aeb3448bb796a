import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  /** what was loaded last; it stays while it is loaded again */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload(): void;
}

/** Loads when the component appears and whenever `key` changes; only the latest result counts. */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown; isLoading: boolean }>({
    key,
    isLoading: true,
  });
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({
      ...(before.key === key && before.data !== undefined && { data: before.data }),
      key,
      isLoading: true,
    }));
    load(stop.signal).then(
      (data) => stop.signal.aborted || setState({ key, data, isLoading: false }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState((before) => ({
          ...(before.data !== undefined && { data: before.data }),
          key,
          error,
          isLoading: false,
        })),
    );
    return () => stop.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: !isCurrent || state.isLoading,
    reload,
  };
}
