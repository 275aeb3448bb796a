import { ConnectionError, isApiError } from '@app/sdk';

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
      <p>{sentenceOf(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
