export type * from '@app/viewer/contract';
