import { Database } from '@app/platform/persistence';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { RelayEventsJob } from './relay-events.job.js';

/** Milliseconds that a wait lasts at most while this process cannot listen, such as behind a pooler. */
const POLL = 1_000;
const RECONNECT = 5_000;

/** Wakes readers when the feed grows. It listens, on a connection of its own, from the first reader that waits or the first webhook. */
@Injectable()
export class FeedSignal implements OnModuleDestroy {
  private readonly waiting = new Set<() => void>();
  private readonly followers: (() => void)[] = [];
  private client: pg.Client | undefined;
  private isListening = false;
  private connectAfter = 0;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly relay: RelayEventsJob,
  ) {}

  /** Whether the server stops: nothing will be signalled any more. */
  get hasEnded(): boolean {
    return this.isClosed;
  }

  /** Resolves when the feed grows, or after so many milliseconds. */
  wait(ms: number): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.listen();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, this.isListening ? ms : Math.min(ms, POLL));
      this.waiting.add(end);
    });
  }

  /** Calls a function whenever the feed grows while this process listens. */
  follow(grown: () => void): void {
    this.followers.push(grown);
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    this.wake();
    await this.client?.end().catch(() => undefined);
  }

  private wake(): void {
    for (const end of [...this.waiting]) end();
    for (const grown of this.isClosed ? [] : this.followers) grown();
  }

  /** Connects, unless it is connected or has just failed to. */
  listen(): void {
    if (this.client || this.isClosed || performance.now() < this.connectAfter) return;
    const client = (this.client = new pg.Client(this.database.pool.options));
    const lose = (): void => {
      if (this.client !== client) return;
      this.client = undefined;
      this.isListening = false;
      this.connectAfter = performance.now() + RECONNECT;
      void client.end().catch(() => undefined);
      this.wake(); // readers look again, and wait for shorter times
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', ({ channel }) => (channel === 'events' ? this.wake() : this.relay.trigger()));
    client
      .connect()
      .then(() => client.query('listen events; listen outbox'))
      .then(() => {
        this.isListening = true;
        this.relay.trigger();
        this.wake(); // what happened before is not signalled
      })
      .catch(lose);
  }
}
