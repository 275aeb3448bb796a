import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Account } from './account.aggregate.js';

@Injectable()
export class Accounts extends Repository<Account> {
  protected readonly entity = Account;
}
