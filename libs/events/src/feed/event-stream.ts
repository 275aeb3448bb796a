import type { Caller } from '@app/platform/auth';
import { type ApiRequest, type ApiResponse, CustomResponse, sendProblem, problemOf } from '@app/platform/rest';
import type { FeedPage } from './event.queries.js';
import type { FeedSignal } from './feed-signal.listener.js';

/** Milliseconds: how often the key is looked up again, and how often a comment shows that the connection is alive. */
const CHECK = 5_000;
const COMMENT = 15_000;

/** What a stream needs for as long as it lasts. */
interface StreamSource {
  /** @returns null when the key has ended or lost its permission */
  caller(request: ApiRequest): Promise<Caller | null>;
  read(caller: Caller, after: string): Promise<FeedPage>;
  signal: FeedSignal;
}

/** Events as server-sent events, until the client closes the connection, the key ends or the server stops. */
export class EventStream extends CustomResponse {
  constructor(
    private readonly source: StreamSource,
    private readonly first: FeedPage,
  ) {
    super();
  }

  send(request: ApiRequest, response: ApiResponse): void {
    this.stream(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy(); // the client connects again
      else sendProblem(request, response, problemOf(error, request));
    });
  }

  private async stream(request: ApiRequest, response: ApiResponse): Promise<void> {
    const { signal } = this.source;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // nginx would hold events back
    });
    let page = this.first;
    response.write(alive(page));
    let writtenAt = performance.now();
    while (!response.destroyed && !signal.hasEnded) {
      if (page.events.length > 0) {
        await write(response, page.events.map(frame).join(''));
        writtenAt = performance.now();
      } else if (performance.now() - writtenAt >= COMMENT) {
        await write(response, alive(page));
        writtenAt = performance.now();
      }
      if (!page.hasMore) await signal.wait(CHECK);
      const caller = await this.source.caller(request);
      if (!caller) break;
      page = await this.source.read(caller, page.cursor);
    }
    response.end();
  }
}

const frame = ({ cursor, type, text }: FeedPage['events'][number]): string =>
  `id: ${cursor}\nevent: ${type}\ndata: ${text}\n\n`;

/** Without data, so no event: clients only note the cursor. */
const alive = ({ cursor }: FeedPage): string => `id: ${cursor}\n: alive\n\n`;

/** Waits for a slow client, so that what it has not read does not fill the memory. */
async function write(response: ApiResponse, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.once('drain', end).once('close', end);
  });
}
