import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Archival, CallOptions, Pages } from '@app/sdk';
import { ago, contentsOf, count, moment } from '../format.js';
import { Confirm } from './confirm.js';
import { Name, named } from './name.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

/** Rows that are drawn at once; the filter finds the others. */
const DRAWN = 100;

interface Archivable {
  id: string;
  name: string;
  created_at: string;
  archived_at?: string;
}

type Step = 'archive' | 'assign';

interface Props<T extends Archivable> {
  title: string;
  one: string;
  isArchived: boolean;
  list(signal: AbortSignal): Pages<T>;
  view(id: string, options: CallOptions): Promise<T>;
  archive(id: string, dryRun: boolean, options: CallOptions): Promise<Archival>;
  restore(id: string): Promise<void>;
  /** whether the key may archive and restore */
  mayChange: boolean;
  /** what archiving does at once */
  consequence: string;
  /** creates one; undefined if the key may not */
  form: ComponentType<{ created(name: string): void; close(): void }> | undefined;
  /** changes what it has; undefined if the key may not */
  assign?: ComponentType<{ id: string; done(said: string): void; close(): void }> | undefined;
  describe?(item: T): string;
  link?(item: T): string | undefined;
}

/** A list whose items can be created, archived and restored. */
export function ArchivableList<T extends Archivable>(props: Props<T>) {
  const { title, one, isArchived, list, mayChange, form: Form, describe } = props;
  const [text, setText] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{ id: string; step: Step }>();
  const [said, setSaid] = useState<ComponentChildren>();
  const restoring = useAttempt();
  const hasSteps = mayChange || (props.assign !== undefined && !isArchived);
  const { data, error, isLoading, reload } = useLoad(`${title} ${isArchived}`, (signal) => list(signal).all());
  const wanted = text.trim().toLowerCase();
  const rows = data?.filter((item) => `${item.name} ${describe?.(item) ?? ''}`.toLowerCase().includes(wanted)) ?? [];
  const done = (what: ComponentChildren) => {
    setSaid(what);
    setCreating(false);
    setOpened(undefined);
    reload();
  };
  const restore = ({ id, name }: T) =>
    restoring.attempt(async () => {
      await props.restore(id);
      done(named`${name} is restored.`);
    });
  return (
    <section aria-label={title} class="part">
      <div class="head">
        <h2>{title}</h2>
        {data && data.length > 8 && (
          <input
            type="search"
            aria-label={`Filter ${title.toLowerCase()}`}
            placeholder="Filter"
            maxLength={200}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {Form && !isArchived && (
          <button type="button" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
            Create {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${count(rows.length, one, title.toLowerCase())}${isArchived ? ' in the archive' : ''}.` : ''} {said}
      </p>
      {isCreating && Form && !isArchived && (
        <Form created={(name) => done(named`${name} is created.`)} close={() => setCreating(false)} />
      )}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {restoring.error !== undefined && <Problem error={restoring.error} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{isArchived ? 'Archived' : 'Created'}</th>
              {hasSteps && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, DRAWN).map((item) => (
              <Row
                key={item.id}
                {...props}
                item={item}
                hasSteps={hasSteps}
                step={opened?.id === item.id ? opened.step : undefined}
                open={(step) => setOpened(step && { id: item.id, step })}
                isBusy={restoring.isBusy}
                restore={() => void restore(item)}
                done={done}
              />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > DRAWN && <p class="hint">The first {DRAWN} are shown; the filter finds the others.</p>}
    </section>
  );
}

interface RowProps<T extends Archivable> extends Omit<Props<T>, 'restore'> {
  item: T;
  hasSteps: boolean;
  /** the open one */
  step: Step | undefined;
  open(step: Step | undefined): void;
  isBusy: boolean;
  restore(): void;
  done(said: ComponentChildren): void;
}

function Row<T extends Archivable>(props: RowProps<T>) {
  const { item, one, isArchived, mayChange, hasSteps, step, open, assign: Assign, describe, link, done } = props;
  const { id, name, created_at, archived_at } = item;
  const time = archived_at ?? created_at;
  const href = isArchived ? undefined : link?.(item);
  const close = () => open(undefined);
  const toggle = (wanted: Step, label: string) => (
    <button
      type="button"
      aria-label={`${label} ${name}`}
      aria-expanded={step === wanted}
      onClick={() => open(step === wanted ? undefined : wanted)}
    >
      {label}…
    </button>
  );
  return (
    <>
      <tr>
        <th scope="row">
          {href ? (
            <a href={href}>
              <Name>{name}</Name>
            </a>
          ) : (
            <Name>{name}</Name>
          )}
          {describe && (
            <small>
              <Name>{describe(item)}</Name>
            </small>
          )}
        </th>
        <td data-label={isArchived ? 'Archived' : 'Created'}>
          <time dateTime={time} title={moment(time)}>
            {ago(time)}
          </time>
        </td>
        {hasSteps && (
          <td class="steps">
            {Assign && !isArchived && toggle('assign', 'Assign')}
            {mayChange && !isArchived && toggle('archive', 'Archive')}
            {mayChange && isArchived && (
              <button type="button" aria-label={`Restore ${name}`} disabled={props.isBusy} onClick={props.restore}>
                Restore
              </button>
            )}
          </td>
        )}
      </tr>
      {step && !isArchived && (
        <tr>
          <td colSpan={3}>
            {step === 'assign' && Assign ? (
              <Assign id={id} done={done} close={close} />
            ) : (
              <Confirm
                label={`Archive the ${one}`}
                look={async (signal) => ({
                  viewed: await props.view(id, { signal }),
                  archival: await props.archive(id, true, { signal }),
                })}
                act={async ({ viewed }) => {
                  await props.archive(id, false, { ifUnchanged: viewed });
                  done(named`${name} is archived.`);
                }}
                close={close}
              >
                {({ archival }) => (
                  <>
                    <p>{props.consequence}</p>
                    <p>
                      It can be restored for 30 days. Then it is removed
                      {visible(archival).length > 0 && `, with ${contentsOf(visible(archival))}`}.
                    </p>
                  </>
                )}
              </Confirm>
            )}
          </td>
        </tr>
      )}
    </>
  );
}

/** Rows that belong to it for the service only. */
const INTERNAL = ['asset_sequence', 'event'];

const visible = ({ contents }: Archival) => contents.filter(({ resource }) => !INTERNAL.includes(resource));
