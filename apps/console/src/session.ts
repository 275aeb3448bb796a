import { computed, signal } from '@preact/signals';
import { type Client, createClient, isApiError, type Key } from '@app/sdk';
import { ROOT } from './routes.js';
import { sentOnce } from './sent-once.js';

interface Session {
  client: Client;
  /** the key that the client sends, without its text */
  key: Key;
}

/** Where the key stays if the user wishes: until the tab closes. By default it is in memory only. */
const STORED = 'console-key';

export const session = signal<Session | undefined>(undefined);
/** Why the last session ended. */
export const ending = signal<string | undefined>(undefined);

const granted = computed(() => session.value?.key);

/** Whether the key has a permission; `service.units.*` grants those of units. */
export function may(permission: string, writes = false): boolean {
  const key = granted.value;
  if (!key || (writes && key.is_read_only)) return false;
  return key.permissions.some(
    (held) => held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1))),
  );
}

/** @throws ApiError, ConnectionError, or TypeError for a text that no key can be */
export async function signIn(text: string, keep: boolean): Promise<void> {
  // A short time of retries: the page says that the connection is lost, and people decide.
  const client = sentOnce(
    createClient({
      url: location.origin + ROOT,
      key: text,
      retryFor: 3000,
      timeout: 30_000,
      fetch: watched,
    }),
  );
  const key = await client.viewOwnKey();
  if (keep) sessionStorage.setItem(STORED, text);
  ending.value = undefined;
  session.value = { client, key };
}

export function signOut(reason?: string): void {
  sessionStorage.removeItem(STORED);
  ending.value = reason;
  session.value = undefined;
}

/** Continues a session that the tab kept. */
export async function resume(): Promise<void> {
  const kept = sessionStorage.getItem(STORED);
  if (kept === null) return;
  try {
    await signIn(kept, false);
  } catch (error) {
    if (isApiError(error)) signOut('The kept key is no longer valid.');
    else throw error;
  }
}

export const isOnline = signal(true);

/** Notices a lost connection, and a key that ended. */
const watched: typeof fetch = async (...sent) => {
  try {
    const response = await fetch(...sent);
    isOnline.value = true;
    if (response.status === 403 && session.value) {
      const { code } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { code?: string };
      if (code === 'invalid_credentials') signOut('The key is not valid any more.');
    }
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) isOnline.value = false;
    throw error;
  }
};
