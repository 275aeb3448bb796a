import type { ComponentChildren } from 'preact';
import { Problem } from './problem.js';
import type { Loaded } from './use-load.js';

interface Props<T> {
  title: string;
  loaded: Loaded<T>;
  /** the line below the heading */
  summary(data: T): string;
  children(data: T): ComponentChildren;
}

/** A section of a page that loads by itself. */
export function Part<T>({ title, loaded: { data, error, isLoading, reload }, summary, children }: Props<T>) {
  return (
    <section class="part" aria-label={title}>
      <h2>{title}</h2>
      <p class="summary">{data !== undefined && summary(data)}</p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && data === undefined && <progress aria-label="Loading" />}
      {data !== undefined && children(data)}
    </section>
  );
}
