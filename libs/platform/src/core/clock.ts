import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';

/**
 * Domain time, read from the database: one clock for all replicas.
 * It is the SQL function `kernel.now()`, which SQL may call too; tests move it by replacing that function.
 */
@Injectable()
export class Clock {
  constructor(private readonly database: Database) {}

  async now(): Promise<Date> {
    const [row] = await this.database.rows<{ now: Date }>('select kernel.now() as now');
    return row!.now;
  }
}
