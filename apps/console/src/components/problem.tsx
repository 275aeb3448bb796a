import type { ComponentChildren } from 'preact';
import { ConnectionError, isApiError } from '@app/sdk';
import { named } from './name.js';

/** A failure with names in its sentence. */
class NamedFailure extends Error {
  constructor(
    message: string,
    readonly sentence: ComponentChildren,
  ) {
    super(message);
  }
}

/** A failure, as `named` tells it. */
export const failure = (texts: TemplateStringsArray, ...names: string[]): Error =>
  new NamedFailure(String.raw({ raw: texts }, ...names), named(texts, ...names));

/** What went wrong, with the names in it apart. */
export const tellOf = (error: unknown): ComponentChildren =>
  error instanceof NamedFailure ? error.sentence : sentenceOf(error);

/** What went wrong, for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'The server did not answer.';
  if (isApiError(error, 'precondition_failed')) return 'Somebody else has changed this meanwhile. Nothing was done.';
  if (isApiError(error)) {
    const fields = Object.entries(error.fields).map(([field, texts]) => `${field} ${texts.join(', ')}`);
    return fields.length > 0 ? fields.join('; ') : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{tellOf(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
