import { type CallOptions, type Client, ConnectionError, isApiError, Pages } from '@app/sdk';

type Request = { body?: unknown; files?: Record<string, unknown>; dryRun?: unknown };

/** A write that may have taken effect, because its answer was lost. */
interface Lost {
  operation: string;
  /** what the path and the query say */
  to: string;
  /** and the version that it changes */
  body: string;
  key: string;
  isDeletion: boolean;
}

/** The answer to a write was lost. What was entered stays on the page. */
export class LostAnswer extends Error {
  constructor(cause: ConnectionError) {
    super('The server did not answer. This may be done already: send it again, and it is not done twice.', { cause });
  }
}

/** A client whose writes can be sent again after their answer was lost: they take effect once. */
export function sentOnce(client: Client): Client {
  const lost: Lost[] = [];
  const forget = (isKnown: (one: Lost) => boolean) => {
    for (let at = lost.length - 1; at >= 0; at--) if (isKnown(lost[at]!)) lost.splice(at, 1);
  };

  async function settled(
    operation: string,
    request: Request,
    options: CallOptions,
    sent: PromiseLike<unknown>,
    key: string,
    before?: Lost,
  ) {
    const { body: _body, files: _files, ...parameters } = request;
    const to = JSON.stringify(parameters);
    try {
      const result = await sent;
      // Whoever has meanwhile sent something else to the same place does not mean the earlier request any more.
      forget((one) => one.operation === operation && one.to === to);
      return result;
    } catch (error) {
      if (before?.isDeletion && isApiError(error, 'not_found')) return forget((one) => one === before);
      if (request.dryRun) throw error;
      if (before || !mayBeDone(error)) throw named(error);
      const isDeletion = error instanceof ConnectionError && error.method === 'DELETE';
      lost.push({ operation, to, body: textOf(request, options), key, isDeletion });
      throw named(error);
    }
  }

  const repeatable =
    (operation: string, call: (request: Request, options: CallOptions) => PromiseLike<unknown>) =>
    (request: Request = {}, options: CallOptions = {}) => {
      const before = lost.find((one) => one.operation === operation && isSame(one, request, options));
      const key = before?.key ?? newKey();
      const sent = call(request, { ...options, idempotencyKey: key });
      return sent instanceof Pages ? sent : settled(operation, request, options, sent, key, before);
    };
  const members = Object.entries(client).map(([name, member]) => [
    name,
    typeof member === 'function' ? repeatable(name, member as never) : member,
  ]);
  return Object.fromEntries(members) as Client;
}

function isSame(one: Lost, request: Request, options: CallOptions): boolean {
  const { body: _body, files: _files, ...parameters } = request;
  return one.to === JSON.stringify(parameters) && one.body === textOf(request, options);
}

/** Files count by what a form knows of them. The same change of another version is another request. */
const textOf = ({ body, files = {} }: Request, { ifUnchanged, ifMatch }: CallOptions): string =>
  JSON.stringify([
    body,
    ifUnchanged ?? ifMatch,
    Object.entries(files).map(([field, file]) =>
      file instanceof File ? [field, file.name, file.size, file.lastModified] : [field, file],
    ),
  ]);

/** Reads need no memory; neither do rejections, which store nothing. */
const mayBeDone = (error: unknown): boolean =>
  error instanceof ConnectionError
    ? error.method !== 'GET'
    : isApiError(error) && (error.status >= 500 || error.code === 'idempotency_key_in_use');

const named = (error: unknown): unknown =>
  error instanceof ConnectionError && error.method !== 'GET' ? new LostAnswer(error) : error;

/** Does not use `crypto.randomUUID`, which browsers offer on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
