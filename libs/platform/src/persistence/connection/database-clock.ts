import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/model/clock.js';
import { Database } from './database.js';

/** The database clock, `platform.now()`, which SQL statements use too. Tests move it by replacing that function. */
@Injectable()
export class DatabaseClock extends Clock {
  constructor(private readonly database: Database) {
    super();
  }

  async now(): Promise<Date> {
    const [row] = await this.database.rows<{ now: Date }>('select platform.now() as now');
    return row!.now;
  }
}
