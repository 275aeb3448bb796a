import { param } from '@app/platform/rest';

export const ARCHIVED = param.flag('archived', '`1` lists what is archived instead, and can be restored for 30 days.');
