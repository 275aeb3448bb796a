import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../format.js';
import { may } from '../session.js';
import { article, type Column, CreateForm } from './create-form.js';
import { DeleteStep, type Remove } from './delete-step.js';
import { EditableCell, textOf } from './editable-cell.js';
import { Name, named } from './name.js';
import { placeOf } from './part.js';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

/** Rows that are drawn at once; the filter finds the others. */
const DRAWN = 100;

interface Resource {
  id: string;
  name: string;
}

/** A form about a resource, below its row. */
export interface Details<T> {
  /** text of the button that opens it */
  text: string;
  form(props: DetailsProps<T>): ComponentChildren;
}

export interface DetailsProps<T> {
  item: T;
  saved(item: T): void;
  close(): void;
}

interface Props<T extends Resource> {
  /** id of the asset */
  of: string;
  title: string;
  one: string;
  /** without its last part: `service.floors` */
  permission: string;
  /** the permission for all writes, if it is one */
  writes?: string;
  /** said of a list without items */
  empty?: string;
  /** name of the resource of which it is a part; undefined for a part of the page */
  owner?: string;
  columns: Column<keyof T & string>[];
  list(signal: AbortSignal): Promise<T[]>;
  view(id: string): Promise<T>;
  create?(body: object): Promise<T>;
  update(body: object, known: T): Promise<T>;
  remove?(id: string, ...how: Parameters<Remove>): ReturnType<Remove>;
  /** a column that cannot be edited */
  extra?: { label: string; isNumber?: boolean; cell(item: T): ComponentChildren };
  details?: Details<T>;
  /** Runs after something was added or deleted. */
  changed?(): void;
}

type Step = 'delete' | 'details';
type Opened = { id: string; step: Step } | 'create';

/** A list of resources that are created, edited in place, and deleted after the page has shown what goes with them. */
export function CatalogList<T extends Resource>(props: Props<T>) {
  const { of, title, one, permission, writes, empty, columns, list, view, create, update, remove, extra, details } =
    props;
  const [place, Heading, role] = placeOf(title, props.owner);
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<Opened>();
  const [said, setSaid] = useState<ComponentChildren>();
  const [edited, setEdited] = useState<ReadonlyMap<string, T>>(new Map());
  const { data, error, isLoading, reload } = useLoad(`${of} ${title}`, async (signal) => {
    const items = await list(signal);
    setEdited(new Map());
    return items;
  });
  const wanted = text.trim().toLowerCase();
  const rows = (data ?? [])
    .map((item) => edited.get(item.id) ?? item)
    .filter((item) => columns.some((column) => textOf(column, item[column.name]).toLowerCase().includes(wanted)));
  const mayDo = (step: string) => may(writes ?? `${permission}.${step}`, true);
  const [mayEdit, mayDelete] = [mayDo('update'), remove !== undefined && mayDo('delete')];
  const hasSteps = mayDelete || (mayEdit && details !== undefined);
  const close = () => setOpened(undefined);
  const done = (what: ComponentChildren) => {
    setSaid(what);
    close();
    reload();
    props.changed?.();
  };
  const keep = (item: T) => setEdited((before) => new Map(before).set(item.id, item));
  const isOpen = (id: string, step: Step) => typeof opened === 'object' && opened.id === id && opened.step === step;
  const toggle = (id: string, step: Step) => setOpened(isOpen(id, step) ? undefined : { id, step });
  const width = columns.length + Number(extra !== undefined) + Number(hasSteps);
  return (
    <section class="part" role={role} aria-label={place}>
      <div class="head">
        <Heading>{title}</Heading>
        {data && data.length > 8 && (
          <input
            type="search"
            aria-label={`Filter ${title.toLowerCase()}`}
            placeholder="Filter"
            maxLength={200}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {data && create && mayDo('create') && (
          <button
            type="button"
            aria-expanded={opened === 'create'}
            onClick={() => setOpened(opened === 'create' ? undefined : 'create')}
          >
            Add {article(one)}
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${counted(rows.length, one)}.` : ''} {said}
      </p>
      {opened === 'create' && create && (
        <CreateForm {...{ one, columns, create, close }} done={({ name }) => done(named`${name} is added.`)} />
      )}
      {data?.length === 0 && empty && opened !== 'create' && <p class="muted">{empty}</p>}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {rows.length > 0 && (
        <table class="units">
          <thead>
            <tr>
              {columns.map(({ name, label, isNumber }) => (
                <th key={name} scope="col" class={isNumber ? 'figure' : undefined}>
                  {label}
                </th>
              ))}
              {extra && (
                <th scope="col" class={extra.isNumber ? 'figure' : undefined}>
                  {extra.label}
                </th>
              )}
              {hasSteps && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, DRAWN).map((item) => (
              <Fragment key={item.id}>
                <tr>
                  {columns.map((column) => (
                    <td key={column.name} class={column.isNumber ? 'figure' : undefined} data-label={column.label}>
                      {mayEdit && !column.isFixed ? (
                        <EditableCell
                          field={column}
                          item={item}
                          label={`${column.label} of ${one} ${item.name}`}
                          view={() => view(item.id)}
                          update={update}
                          saved={keep}
                        />
                      ) : (
                        <Name>{textOf(column, item[column.name])}</Name>
                      )}
                    </td>
                  ))}
                  {extra && (
                    <td class={extra.isNumber ? 'figure' : undefined} data-label={extra.label}>
                      {extra.cell(item)}
                    </td>
                  )}
                  {hasSteps && (
                    <td class="steps">
                      {details && mayEdit && (
                        <button
                          type="button"
                          aria-label={`${details.text} of ${item.name}`}
                          aria-expanded={isOpen(item.id, 'details')}
                          onClick={() => toggle(item.id, 'details')}
                        >
                          {details.text}…
                        </button>
                      )}
                      {mayDelete && (
                        <button
                          type="button"
                          aria-label={`Delete ${item.name}`}
                          aria-expanded={isOpen(item.id, 'delete')}
                          onClick={() => toggle(item.id, 'delete')}
                        >
                          Delete…
                        </button>
                      )}
                    </td>
                  )}
                </tr>
                {isOpen(item.id, 'details') && details && (
                  <tr>
                    <td colSpan={width}>
                      {details.form({
                        item,
                        saved(changed) {
                          keep(changed);
                          setSaid(named`The ${details.text.toLowerCase()} of ${item.name} are stored.`);
                          close();
                        },
                        close,
                      })}
                    </td>
                  </tr>
                )}
                {isOpen(item.id, 'delete') && remove && (
                  <tr>
                    <td colSpan={width}>
                      <DeleteStep
                        one={one}
                        view={() => view(item.id)}
                        remove={(...how) => remove(item.id, ...how)}
                        done={() => done(named`${item.name} is deleted.`)}
                        close={close}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > DRAWN && <p class="hint">The first {DRAWN} are shown; the filter finds the others.</p>}
    </section>
  );
}
