import { useEffect, useRef, useState } from 'preact/hooks';
import type { Embed } from '@app/sdk';
import { PropertyMap } from '../../../viewer/src/embed/property-map.js';
import { ROOT } from '../routes.js';
import { Panel } from './panel.js';

/** Events that the log keeps. */
const KEPT = 50;

interface Heard {
  at: string;
  name: string;
  payload: string;
}

/** What a website needs to show an embed, how it looks, and the events that the website would receive. */
export function EmbedCode({ embed, close }: { embed: Embed; close(): void }) {
  const [said, setSaid] = useState('');
  const [heard, setHeard] = useState<Heard[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const key = embed.url.split('/').at(-1)!;
  const code = codeOf(embed.url, key);
  const { allowed_origins: allowed } = embed;
  const hears = allowed.length === 0 || allowed.includes(location.origin);
  useEffect(() => {
    const map = PropertyMap.mount(place.current!, { key, server: location.origin + ROOT, title: 'Preview' });
    if (!hears) map.frame.style.visibility = 'visible'; // it says nothing, and the loader hides what says nothing
    map.on('*', (payload, name) => {
      if (name === 'resize' || !hears) return;
      const event = { at: new Date().toLocaleTimeString('en-US'), name, payload: JSON.stringify(payload) };
      setHeard((before) => [event, ...before].slice(0, KEPT));
    });
    return () => void map.destroy();
  }, [key]);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser did not allow it: select the text and copy it.'),
    );
  return (
    <Panel label="Code and preview" close={close}>
      <div class="field">
        <label for="embed-code">Code for the website</label>
        <textarea id="embed-code" class="secret" readOnly rows={5} spellcheck={false} value={code} />
      </div>
      <div class="row">
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy the code
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
        <span role="status" class="muted">
          {said}
        </span>
      </div>
      <div class="preview" ref={place} />
      <h3>Events</h3>
      {heard.length === 0 ? (
        <p class="muted">
          {hears
            ? 'Use the map: what it tells the website appears here.'
            : 'This map tells its events only to the websites that may show it.'}
        </p>
      ) : (
        <ol class="scroll" aria-label="Events of the preview" tabIndex={0}>
          {heard.map(({ at, name, payload }, index) => (
            <li key={heard.length - index}>
              <small>{at}</small> <b>{name}</b> <code>{payload}</code>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const codeOf = (url: string, key: string): string =>
  [
    `<script src="${new URL('api.js', url).href}" async></script>`,
    `<property-map embed="${key}">`,
    `  <a href="${url}">Find your apartment on the map</a>`,
    `</property-map>`,
  ].join('\n');
