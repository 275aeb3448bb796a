import { useState } from 'preact/hooks';
import { Name } from './name.js';
import { Panel } from './panel.js';

export interface Shown {
  /** what it is the secret of */
  of: string;
  name: string;
  /** null if the response that had it was lost, and the server does not repeat it */
  secret: string | null;
  /** what happens to its predecessor */
  note?: string;
}

/** A secret that no operation returns again. It is on the page until the user is done with it. */
export function ShownOnce({ shown: { of, name, secret, note }, done }: { shown: Shown; done(): void }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(secret!).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser did not allow it: select the text and copy it.'),
    );
  return (
    <Panel label={`New ${of}`}>
      <h2>
        New {of}: <Name>{name}</Name>
      </h2>
      {secret === null ? (
        <p class="wrong">It was made, but the connection broke before the page received it. Rotate to get another.</p>
      ) : (
        <>
          <p>Store it now. This is the only time that it is shown.</p>
          <div class="row">
            <input
              class="secret grow"
              readOnly
              aria-label={`The new ${of}`}
              value={secret}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <button type="button" class="primary" onClick={() => void copy()}>
              Copy
            </button>
          </div>
        </>
      )}
      {note && <p class="muted">{note}</p>}
      <div class="row">
        <button type="button" onClick={done}>
          {secret === null ? 'Close' : 'I have stored it'}
        </button>
        <span role="status" class="muted">
          {said}
        </span>
      </div>
    </Panel>
  );
}
