import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { may } from '../session.js';
import type { Column } from './create-form.js';
import { DeleteStep, type Remove } from './delete-step.js';
import { EditableCell, textOf } from './editable-cell.js';
import { Name, named } from './name.js';

interface Resource {
  id: string;
  name: string;
}

interface Props<T> {
  item: T;
  one: string;
  /** of its heading */
  level: 3 | 5;
  columns: Column[];
  /** permissions */
  updates: string;
  deletes: string;
  view(): Promise<T>;
  update(body: object, known: T): Promise<T>;
  remove: Remove;
  deleted(said: ComponentChildren): void;
  /** what a text becomes, by its field; also while it is edited */
  previews?: Partial<Record<string, (text: string) => ComponentChildren>>;
  children?(item: T): ComponentChildren;
}

/** A resource whose fields are edited in place, and which is deleted after the page has shown what goes with it. */
export function Card<T extends Resource>(props: Props<T>) {
  const { item: read, one, level, columns, updates, deletes, view, update, remove, previews = {}, children } = props;
  const [edited, setEdited] = useState<T>();
  const [isDeleting, setDeleting] = useState(false);
  useLayoutEffect(() => setEdited(undefined), [read]);
  const item = edited ?? read;
  const Heading = `h${level}` as const;
  const fields = columns.filter(({ appliesTo }) => appliesTo?.(item as never) ?? true);
  const isLong = ({ name, isLong: long }: Column) => long === true || previews[name] !== undefined;
  const cell = (column: Column) => {
    const value = item[column.name as keyof T];
    const preview = previews[column.name];
    if (column.isFixed || !may(updates, true))
      return (
        <>
          {!column.isLong && <Name>{textOf(column, value)}</Name>}
          {preview?.(String(value))}
        </>
      );
    return (
      <EditableCell
        field={column as Column<keyof T & string>}
        item={item}
        label={`${column.label} of ${item.name}`}
        {...{ view, update }}
        saved={setEdited}
        {...(preview && { preview })}
      />
    );
  };
  return (
    <article class="panel long">
      <div class="head">
        <Heading class="grow">
          <Name>{item.name}</Name>
        </Heading>
        {may(deletes, true) && (
          <button
            type="button"
            aria-label={`Delete ${item.name}`}
            aria-expanded={isDeleting}
            onClick={() => setDeleting(!isDeleting)}
          >
            Delete…
          </button>
        )}
      </div>
      {isDeleting && (
        <DeleteStep
          {...{ one, view, remove }}
          done={() => props.deleted(named`${item.name} is deleted.`)}
          close={() => setDeleting(false)}
        />
      )}
      <dl class="fields">
        {fields
          .filter((column) => !isLong(column))
          .map((column) => (
            <div key={column.name}>
              <dt>{column.label}</dt>
              <dd>{cell(column)}</dd>
            </div>
          ))}
      </dl>
      {fields.filter(isLong).map((column) => (
        <div key={column.name}>{cell(column)}</div>
      ))}
      {children?.(item)}
    </article>
  );
}
