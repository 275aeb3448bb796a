import { groups } from '../documents.mjs';

/** The text above the operations, which the search indexes. */
const introduction = ({ name, description, operations }) =>
  [
    `# ${name}`,
    '',
    description,
    '',
    ...operations.map(({ summary, method, path }) => `- ${summary}: \`${method} ${path}\``),
  ].join('\n');

export default {
  paths: () =>
    ['api', 'data-models-api'].flatMap(groups).map((group) => ({
      params: { group: group.slug, api: group.api, operations: group.operations.map(({ operationId }) => operationId) },
      content: introduction(group),
    })),
};
