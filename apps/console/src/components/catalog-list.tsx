import { type ComponentType, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { CallOptions, Deletion, Pages } from '@app/sdk';
import { contentsOf, count } from '../format.js';
import { may } from '../session.js';
import { Confirm } from './confirm.js';
import { EditableCell } from './editable-cell.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Name } from './name.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

/** Rows that are drawn at once; the filter finds the others. */
const DRAWN = 100;

interface Resource {
  id: string;
  name: string;
}

export interface Column<Name extends string = string> {
  name: Name;
  label: string;
  hint?: string;
  isNumber?: boolean;
  isOptional?: boolean;
  maxLength?: number;
}

export interface ImagesProps<T> {
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
  columns: Column<keyof T & string>[];
  list(signal: AbortSignal): Pages<T>;
  view(id: string): Promise<T>;
  create(body: object): Promise<T>;
  update(body: object, known: T): Promise<T>;
  remove(id: string, dryRun: boolean, options: CallOptions): Promise<Pick<Deletion, 'deleted' | 'changed'>>;
  /** address of its first image */
  picture?(item: T): string | undefined;
  /** changes its images */
  images?: ComponentType<ImagesProps<T>>;
}

type Opened = { id: string; step: 'delete' | 'images' } | 'create';

/** A list of resources that are created, edited in place, and deleted after the page has shown what goes with them. */
export function CatalogList<T extends Resource>(props: Props<T>) {
  const { of, title, one, permission, columns, list, view, update, remove, picture, images: Images } = props;
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<Opened>();
  const [said, setSaid] = useState('');
  const [edited, setEdited] = useState<ReadonlyMap<string, T>>(new Map());
  const { data, error, isLoading, reload } = useLoad(`${of} ${title}`, async (signal) => {
    const items = await list(signal).all();
    setEdited(new Map());
    return items;
  });
  const wanted = text.trim().toLowerCase();
  const rows = (data ?? [])
    .map((item) => edited.get(item.id) ?? item)
    .filter((item) => columns.some(({ name }) => String(item[name]).toLowerCase().includes(wanted)));
  const [mayEdit, mayDelete] = [may(`${permission}.update`, true), may(`${permission}.delete`, true)];
  const hasSteps = mayDelete || (mayEdit && Images !== undefined);
  const close = () => setOpened(undefined);
  const done = (what: string) => {
    setSaid(what);
    close();
    reload();
  };
  const keep = (item: T) => setEdited((before) => new Map(before).set(item.id, item));
  const isOpen = (id: string, step: 'delete' | 'images') =>
    typeof opened === 'object' && opened.id === id && opened.step === step;
  const toggle = (id: string, step: 'delete' | 'images') => setOpened(isOpen(id, step) ? undefined : { id, step });
  const width = columns.length + Number(picture !== undefined) + Number(hasSteps);
  return (
    <section class="part" aria-label={title}>
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
        {data && may(`${permission}.create`, true) && (
          <button
            type="button"
            aria-expanded={opened === 'create'}
            onClick={() => setOpened(opened === 'create' ? undefined : 'create')}
          >
            Add a {one}
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${count(rows.length, one)}.` : ''} {said}
      </p>
      {opened === 'create' && <Create {...props} done={done} close={close} />}
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
              {picture && <th scope="col">Image</th>}
              {hasSteps && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, DRAWN).map((item) => (
              <Fragment key={item.id}>
                <tr>
                  {columns.map((column) => (
                    <td key={column.name} class={column.isNumber ? 'figure' : undefined} data-label={column.label}>
                      {mayEdit ? (
                        <EditableCell
                          field={column}
                          item={item}
                          label={`${column.label} of ${one} ${item.name}`}
                          view={() => view(item.id)}
                          update={update}
                          saved={keep}
                        />
                      ) : (
                        <Name>{String(item[column.name])}</Name>
                      )}
                    </td>
                  ))}
                  {picture && (
                    <td data-label="Image">
                      {picture(item) ? (
                        <img class="picture" src={picture(item)} alt={`Floor plan ${item.name}`} loading="lazy" />
                      ) : (
                        <span class="muted">none</span>
                      )}
                    </td>
                  )}
                  {hasSteps && (
                    <td class="steps">
                      {Images && mayEdit && (
                        <button
                          type="button"
                          aria-label={`Images of ${item.name}`}
                          aria-expanded={isOpen(item.id, 'images')}
                          onClick={() => toggle(item.id, 'images')}
                        >
                          Images…
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
                {isOpen(item.id, 'images') && Images && (
                  <tr>
                    <td colSpan={width}>
                      <Images
                        item={item}
                        saved={(changed) => {
                          keep(changed);
                          setSaid(`The images of ${short(item.name)} are stored.`);
                          close();
                        }}
                        close={close}
                      />
                    </td>
                  </tr>
                )}
                {isOpen(item.id, 'delete') && (
                  <tr>
                    <td colSpan={width}>
                      <Confirm
                        label={`Delete the ${one}`}
                        look={async (signal) => ({
                          viewed: await view(item.id),
                          deletion: await remove(item.id, true, { signal }),
                        })}
                        act={async ({ viewed }) => {
                          await remove(item.id, false, { ifUnchanged: viewed });
                          done(`${short(item.name)} is deleted.`);
                        }}
                        close={close}
                      >
                        {({ deletion: { deleted, changed } }) => (
                          <>
                            <p class={deleted.length > 1 ? 'wrong' : undefined}>
                              Deleted for good: {contentsOf(deleted)}.
                            </p>
                            {changed.length > 0 && <p>They stay, and lose it: {contentsOf(changed)}.</p>}
                          </>
                        )}
                      </Confirm>
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

const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

type CreateProps<T extends Resource> = Pick<Props<T>, 'one' | 'columns' | 'create'> & {
  done(said: string): void;
  close(): void;
};

function Create<T extends Resource>({ one, columns, create, done, close }: CreateProps<T>) {
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const filled = columns.flatMap(({ name, isNumber }) => {
      const text = (form.get(name) as string).trim();
      return text === '' ? [] : [[name, isNumber ? Number(text) : text]];
    });
    void attempt(async () => {
      const { name } = await create(Object.fromEntries(filled) as object);
      done(`${short(name)} is added.`);
    });
  };
  return (
    <Panel label={`Add a ${one}`} close={close}>
      <form class="form" onSubmit={submit}>
        {columns.map(({ name, label, hint, isNumber, isOptional, maxLength = 255 }) => (
          <Field key={name} label={label} {...(hint && { hint })}>
            {(control) => (
              <input
                {...control}
                name={name}
                required={!isOptional}
                maxLength={maxLength}
                inputMode={isNumber ? 'decimal' : undefined}
                pattern={isNumber ? '[0-9]+([.][0-9]+)?' : undefined}
                autocomplete="off"
              />
            )}
          </Field>
        ))}
        <FormActions {...{ error, isBusy, close }}>Add the {one}</FormActions>
      </form>
    </Panel>
  );
}
