import type { Aspect } from './building/building.js';

/** Names of drawings and pictures, which files.ts makes. */
export const SITE_PICTURE = 'pictures/site.png';
export const FRONT_PICTURE = 'pictures/front.png';
export const GROUNDS = 'drawings/grounds.svg';
export const mapOf = (level: number): string => `drawings/level-${level}.svg`;
export const planPictureOf = (bedrooms: number): string => `pictures/plan-${bedrooms}.png`;
export const LOGO_PICTURE = 'pictures/logo.png';
export const kitchenPictureOf = (bedrooms: number): string => `pictures/kitchen-${bedrooms}.png`;
export const bedroomPictureOf = (bedrooms: number): string => `pictures/bedroom-${bedrooms}.png`;
export const roomPictureOf = (bedrooms: number): string => `pictures/room-${bedrooms}.png`;
/** From the third level on, one looks over the trees. */
export const viewPictureOf = (aspect: Aspect, level: number): string =>
  `pictures/view-${aspect}-${level > 2 ? 'high' : 'low'}.png`;
