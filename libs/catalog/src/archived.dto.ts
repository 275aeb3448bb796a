import { param } from '@app/platform/rest';

export const ARCHIVED = param.choice(
  'archived',
  { 0: false, 1: true },
  '`1` lists what is archived instead, and can be restored for 30 days.',
);
