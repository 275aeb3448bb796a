import { useEffect, useState } from 'preact/hooks';
import { isApiError } from '@app/sdk';
import { ending, resume, signIn } from '../session.js';
import { sentenceOf } from './problem.js';

export function SignIn() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(true);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch((failure: unknown) => setError(explained(failure)));
    setBusy(false);
  };
  useEffect(() => {
    document.title = 'Sign in · Console';
    void attempt(resume);
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void attempt(() => signIn((form.get('key') as string).trim(), form.has('keep')));
  };
  return (
    <main class="sign-in">
      <h1>Console</h1>
      <p>Feeds, prices and units of your properties, as your API key sees them.</p>
      <form onSubmit={submit}>
        <label for="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          aria-describedby={error ? 'key-error' : undefined}
          aria-invalid={error ? true : undefined}
        />
        {(error ?? ending.value) && (
          <p id="key-error" class="wrong" role="alert">
            {error ?? ending.value}
          </p>
        )}
        <label class="check">
          <input type="checkbox" name="keep" /> Keep it until this tab is closed
        </label>
        <button class="primary" disabled={isBusy}>
          Sign in
        </button>
      </form>
      <p class="hint">
        The key stays in the memory of this page and is sent to this server only. It never appears in an address.
        Reloading the page forgets it, unless you keep it.
      </p>
    </main>
  );
}

function explained(error: unknown): string {
  if (isApiError(error, 'invalid_credentials')) return 'The server does not know this key.';
  if (error instanceof TypeError) return 'This is not an API key: it has characters that none can have.';
  return sentenceOf(error);
}
