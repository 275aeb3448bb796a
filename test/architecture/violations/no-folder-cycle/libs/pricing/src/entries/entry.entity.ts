export { Transaction } from '../transactions/transaction.aggregate.js'; // not allowed: no-folder-cycle
