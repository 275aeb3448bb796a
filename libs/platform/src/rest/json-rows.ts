import { Injectable } from '@nestjs/common';
import type { Scope } from '../auth/scope.js';
import { JsonQuery, type ListQuery, type RowQuery } from '../persistence/json-query.js';
import { dress } from './dress.js';
import { Reply } from './json-response.js';
import type { Page } from './paging.js';

/** Questions of handlers that still take a request's scope: see `JsonQuery`. */
@Injectable()
export class JsonRows {
  constructor(private readonly json: JsonQuery) {}

  async page(scope: Scope, page: Page, rows: ListQuery): Promise<Reply> {
    const requires = { sql: scope.route.exists, values: scope.values };
    return dress(await this.json.page(page, { ...rows, requires }), page);
  }

  async one(scope: Scope, rows: RowQuery): Promise<Reply> {
    const requires = { sql: scope.route.surroundings, values: scope.values };
    return dress(await this.json.one({ ...rows, requires }));
  }

  async those(scope: Scope, ids: readonly string[], rows: RowQuery): Promise<Reply> {
    const requires = { sql: 'true', values: scope.values };
    return dress(await this.json.findByIds(ids, { ...rows, requires }));
  }
}
