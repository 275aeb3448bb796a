import { headers } from './openapi-headers.js';

/** Stored files are not an operation of a controller (rest/serve/serve-files.ts); the file URLs in resources point to them. */
const BYTES = { schema: { type: 'string', format: 'binary' }, example: '(bytes of the image)' };

/** A compiled map (docs/umap.md), or GeoJSON. */
const UMAP = {
  schema: { type: 'object' },
  example: { format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 9, height: 9 }, shapes: [] },
};
const GEOJSON = { schema: { type: 'object' }, example: { type: 'FeatureCollection', features: [] } };

/** The first bytes of a compiled map. */
const PART = { schema: { type: 'string', format: 'binary' }, example: '{"format":"umap",' };

export const FILE = {
  get: {
    operationId: 'get-file',
    tags: ['Files'],
    summary: 'Get file',
    description:
      'Returns an image, a compiled map or its GeoJSON. Resources contain the URL. The content at a URL never changes. Supports ranges and conditional requests.',
    security: [],
    parameters: [
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'Name of the file, as in its URL.',
        schema: { type: 'string', maxLength: 255 },
        // the first unit map of the demonstration, as GeoJSON
        example: 'eec7513ff6661d4e473faabd14c88560c9e238461d7a369fbea09d294dc5d898.geojson',
      },
    ],
    responses: {
      200: {
        description: 'The file',
        headers: headers(['X-Request-Id', 'ETag', 'Accept-Ranges', 'Content-Disposition'], ['ETag']),
        content: { 'image/*': BYTES, 'application/json': UMAP, 'application/geo+json': GEOJSON },
      },
      206: {
        description: 'The part of the file that `Range` names',
        headers: headers(['X-Request-Id', 'ETag', 'Accept-Ranges', 'Content-Range', 'Content-Disposition'], ['ETag']),
        content: { 'image/*': BYTES, 'application/json': PART, 'application/geo+json': PART },
      },
      304: {
        description: 'The version that the client has is current',
        headers: headers(['X-Request-Id', 'ETag', 'Accept-Ranges', 'Content-Disposition'], ['ETag']),
      },
      404: { $ref: '#/components/responses/NotFound' },
      416: { $ref: '#/components/responses/RangeNotSatisfiable' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Unavailable' },
    },
  },
};
