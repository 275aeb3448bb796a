import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Database } from './database.js';

/** The clock of the database: the SQL function `kernel.now()`, which SQL may call too; tests move it by replacing that function. */
@Injectable()
export class DatabaseClock extends Clock {
  constructor(private readonly database: Database) {
    super();
  }

  async now(): Promise<Date> {
    const [row] = await this.database.rows<{ now: Date }>('select kernel.now() as now');
    return row!.now;
  }
}
