import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import {
  ConnectionError,
  connectionErrorOf,
  isConnectionError,
  isTransientError,
  violatedConstraint,
} from './postgres-errors.js';

const answer = (code: string | undefined, message = '', constraint?: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, constraint });
/** Wraps an error of the driver like TypeORM. */
const wrapped = (error: Error) => new QueryFailedError('select 1', [], error);

describe('The violated constraint', () => {
  it('is the one that Postgres names', () => {
    const message = 'duplicate key value violates unique constraint "unit_pkey"';
    expect(violatedConstraint(wrapped(answer('23505', message, 'unit_by_2026')))).toBe('unit_by_2026');
  });

  it('is parsed from the message of Citus, without the shard number', () => {
    const key = 'insert or update on table "unit_102118" violates foreign key constraint "unit_floor_fkey_102118"';
    expect(violatedConstraint(answer('23503', key))).toBe('unit_floor_fkey');
    const unique = 'duplicate key value violates unique constraint "asset_reference_key_102054"';
    expect(violatedConstraint(answer('23505', unique))).toBe('asset_reference_key');
  });

  it('is undefined for other errors', () => {
    const other = answer('42704', 'constraint "gone" of relation "unit" does not exist');
    expect([violatedConstraint(other), violatedConstraint(new Error('constraint "unit_pkey"'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(isTransientError(other)).toBe(false);
  });
});

describe('A failed connection', () => {
  it.each([
    [
      'whatever the driver says without an answer of Postgres',
      connectionErrorOf(new Error('in words of the next version')),
    ],
    ['the same in the words of TypeORM', wrapped(new Error('in words of the next version'))],
    ['a query runner that was released when its connection broke', new QueryRunnerAlreadyReleasedError()],
    ['a session that was terminated', wrapped(answer('57P01'))],
    ['a transaction that idled too long', answer('25P03')],
    ['a response that is not from Postgres', answer(undefined, 'received invalid response: 48')],
  ])('is %s', (_, error) => {
    expect([isConnectionError(error), isTransientError(error)]).toEqual([true, true]);
  });

  it.each([
    ['what Postgres refuses', wrapped(answer('23505')), false],
    ['a statement that took too long', answer('57014'), true],
    ['a login that is refused', answer('28P01'), true],
    ['a misuse of the driver', connectionErrorOf(new TypeError('Client was passed a null or undefined query')), false],
    ['an error of the service', new Error('Connection terminated unexpectedly'), false],
  ])('is not %s', (_, error, isTrouble) => {
    expect([isConnectionError(error), isTransientError(error)]).toEqual([false, isTrouble]);
  });

  it('reports the first error when several addresses were tried', () => {
    const tried = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('another')]);
    expect(new ConnectionError(tried).message).toBe('connect ECONNREFUSED ::1:5432');
  });
});
