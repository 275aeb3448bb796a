import type { DocumentInfo } from '@app/documentation';

/** Title, description and tags of the OpenAPI document. */
export const INFO: DocumentInfo = {
  title: 'Property Map Service: data models',
  version: 'v1.20230828',
  description: 'Question-and-answer tables for each asset. Keys, errors and paging are those of the main API.',
  tags: {
    'Data models': 'Tables of questions and answers about an asset, as CSV.',
    Assets: 'Properties, as in the main API.',
    Files: 'Images, at URLs whose content never changes. Needs no API key.',
    Health: 'For load balancers and supervisors. Needs no API key.',
  },
};
