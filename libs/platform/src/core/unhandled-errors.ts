import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { UnhandledExceptionBus } from '@nestjs/cqrs';
import type { Subscription } from 'rxjs';

/** Event handlers that fail are neither awaited nor rethrown by the event bus: here they get into the log. */
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
