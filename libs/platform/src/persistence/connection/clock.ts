import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** Domain time: the database clock, `platform.now()`, one for all replicas and for SQL statements. Tests move it by replacing that function. */
@Injectable()
export class Clock {
  constructor(private readonly database: Database) {}

  async now(): Promise<Date> {
    const [row] = await this.database.rows<{ now: Date }>('select platform.now() as now');
    return row!.now;
  }
}
