import { type Envelope, param } from '@app/platform/rest';

/** Query parameters that select an earlier state, which needs the permission of the history. @param items the listed items */
export const momentOf = (items: string, more = '') =>
  [
    param.id('publication', `${items} as of the publication with this id${more}.`),
    param.instant('at', `${items} as of this time${more}. The response is 410 if that time is no longer kept.`),
  ].map((each) => param.permitted('pricing.read', each));

/** Members of a list that name the publication it shows. */
export const PUBLICATION_ENVELOPE: Envelope = {
  properties: {
    publication: {
      type: ['integer', 'null'],
      description: 'The publication that this page and all following pages show; null if nothing is published',
    },
    as_of: { type: ['string', 'null'], format: 'date-time', description: 'Time of publication' },
  },
  example: { publication: 8, as_of: '2026-11-20T11:21:15+00:00' },
};
