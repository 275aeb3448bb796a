export { Page } from '../console/page.js'; // not allowed: runtime-knows-those-below
