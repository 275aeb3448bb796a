import { type Envelope, query as parameter } from '@app/platform/rest';

/** Query parameters that select an earlier state. @param shown the listed items */
export const momentOf = (shown: string) => [
  parameter.id('publication', `${shown} as the publication with this id showed them.`),
  parameter.instant('at', `${shown} as they were published at this time. 410 if that time is no longer kept.`),
];

/** Members of a list that name the publication it shows. */
export const SNAPSHOT: Envelope = {
  properties: {
    publication: {
      type: ['integer', 'null'],
      description: 'The publication that this page and all following pages show; null if nothing is published',
    },
    as_of: { type: ['string', 'null'], format: 'date-time', description: 'Time of publication' },
  },
  example: { publication: 8, as_of: '2026-11-20T11:21:15+00:00' },
};
