import { Fragment } from 'preact';

/** A text that somebody typed: of any length, script and direction. */
export const Name = ({ children }: { children: string }) => (
  <bdi class="name" title={children.length > 60 ? children : undefined}>
    {children}
  </bdi>
);

const MAX_LENGTH = 60;

/** A sentence with names in it, each of any length, script and direction: named`${name} is added.` */
export const named = (texts: TemplateStringsArray, ...names: string[]) => (
  <>
    {texts.map((text, at) => (
      <Fragment key={at}>
        {text}
        {at < names.length && <bdi>{short(names[at]!)}</bdi>}
      </Fragment>
    ))}
  </>
);

/** Names in a row. */
export const Names = ({ children }: { children: readonly string[] }) => (
  <>
    {children.map((name, at) => (
      <Fragment key={at}>
        {at > 0 && ', '}
        <bdi>{name}</bdi>
      </Fragment>
    ))}
  </>
);

const short = (name: string): string => (name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name);
