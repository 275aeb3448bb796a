export { Transaction } from '../transactions/transaction.aggregate.js'; // not allowed: no-circular-folders
