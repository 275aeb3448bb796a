/** The bodies that an operation may declare, as `body.json(CreateUnitDto)`. */
export { batch, json, variants } from './json-body.js';
export { form, multipart } from './multipart.js';
export { image, images } from './images.js';
