import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../session.js';
import { article, type Column, CreateForm } from './create-form.js';
import { named } from './name.js';
import { Problem } from './problem.js';
import type { Loaded } from './use-load.js';

interface Props<T> {
  title: string;
  /** name of the resource of which it is a part; undefined for a part of the page */
  owner?: string;
  loaded: Loaded<T>;
  /** the line below the heading */
  summary(data: T): string;
  /** adds to what it lists */
  add?: { one: string; permission: string; columns: Column[]; create(body: object): Promise<{ name: string }> };
  children(data: T, done: (said: ComponentChildren) => void): ComponentChildren;
}

/** A section of a page that loads by itself. */
export function Part<T>({ title, owner, loaded, summary, add, children }: Props<T>) {
  const { data, error, isLoading, reload } = loaded;
  const [label, Heading, role] = placeOf(title, owner);
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState<ComponentChildren>();
  const close = () => setAdding(false);
  const done = (what: ComponentChildren) => {
    setSaid(what);
    close();
    reload();
  };
  return (
    <section class="part long" role={role} aria-label={label}>
      <div class="head">
        <Heading>{title}</Heading>
        {add && data !== undefined && may(add.permission, true) && (
          <button type="button" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            Add {article(add.one)}
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data !== undefined && summary(data)} {said}
      </p>
      {isAdding && add && <CreateForm {...add} close={close} done={({ name }) => done(named`${name} is added.`)} />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && data === undefined && <progress aria-label="Loading" />}
      {data !== undefined && children(data, done)}
    </section>
  );
}

/** Label, heading and role of a section: equal names may occur several times only within others. */
export const placeOf = (title: string, owner: string | undefined) =>
  owner === undefined ? ([title, 'h2', undefined] as const) : ([`${title} of ${owner}`, 'h4', 'group'] as const);
