import type { ComponentType } from 'preact';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

/** A screen whose script is loaded when it is first opened. */
export function onDemand<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  return function OnDemand(props: Props) {
    const { data, error, reload } = useLoad('screen', async () => ({ Screen: await load() }));
    if (error !== undefined) return <Problem error={error} retry={reload} />;
    return data ? <data.Screen {...props} /> : <progress aria-label="Loading" />;
  };
}
