import './viewer.css';
import { NO_HOST } from './host-api.js';
import type { PageData } from './page.js';
import { createViewer } from './viewer.js';

const data = JSON.parse(document.getElementById('viewer-data')!.textContent) as PageData;
createViewer(document.getElementById('viewer')!, data, NO_HOST);
