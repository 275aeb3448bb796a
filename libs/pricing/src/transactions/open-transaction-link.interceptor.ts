import { Problem } from '@app/platform/core';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, from, type Observable, switchMap, throwError } from 'rxjs';
import { TransactionOpen, Transactions } from './transaction.repository.js';

/** Adds a `Link` to the open transaction of the process to every error response of an ingest, including invalid bodies. */
@Injectable()
export class OpenTransactionLink implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { params, base } = context.switchToHttp().getRequest<{ params: Record<string, string>; base: string }>();
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          from(this.linked(error, base, params['asset']!, params['process']!)).pipe(
            switchMap((linked) => throwError(() => linked)),
          ),
        ),
      );
  }

  private async linked(error: unknown, base: string, assetId: string, processId: string): Promise<unknown> {
    if (!(error instanceof Problem) || error.kind === 'not_found') return error;
    const open =
      error instanceof TransactionOpen
        ? error.transactionId
        : await this.transactions.openOne({ assetId, processId }).catch(() => undefined);
    if (open === undefined) return error;
    const url = `${base}/v1/assets/${assetId}/multifamily/pricing/${processId}/transactions/${open}`;
    const links = [`<${url}>; rel="transaction"`, error.headers['Link']].filter((link) => link !== undefined);
    return error.with({ Link: links.join(', ') });
  }
}
