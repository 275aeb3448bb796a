/** `/embed/api.js`: the global `PropertyMap`, or as `?global=` names it, and `<property-map>`. */
import { PropertyMapElement } from './element.js';
import { LOADER } from './frame.js';
import { PropertyMap } from './property-map.js';

const name = LOADER.searchParams.get('global') || 'PropertyMap';
(globalThis as Record<string, unknown>)[name] = PropertyMap;

if (!customElements.get('property-map')) customElements.define('property-map', PropertyMapElement);
