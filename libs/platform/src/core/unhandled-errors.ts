import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { UnhandledExceptionBus } from '@nestjs/cqrs';
import type { Subscription } from 'rxjs';

/** Logs failed event handlers, which the event bus neither awaits nor rethrows. */
@Injectable()
export class UnhandledErrors implements OnModuleDestroy {
  private readonly logger = new Logger('Events');
  private readonly subscription: Subscription;

  constructor(bus: UnhandledExceptionBus) {
    this.subscription = bus.subscribe(({ exception, cause }) =>
      this.logger.error({ event: cause?.constructor?.name, text: String(exception) }, 'An event handler failed'),
    );
  }

  onModuleDestroy(): void {
    this.subscription.unsubscribe();
  }
}
