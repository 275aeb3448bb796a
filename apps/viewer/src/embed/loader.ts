/** `/embed/api.js`: defines the global `PropertyMap`, or the name in `?global=`, and the element `<property-map>`. */
import { PropertyMapElement } from './element.js';
import { LOADER } from './frame.js';
import { PropertyMap } from './property-map.js';

const name = LOADER?.searchParams.get('global') || 'PropertyMap';
(globalThis as Record<string, unknown>)[name] = PropertyMap;

if (!customElements.get('property-map')) customElements.define('property-map', PropertyMapElement);
