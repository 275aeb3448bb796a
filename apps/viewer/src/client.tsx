import './viewer.css';
import { connectHost } from './embed/channel.js';
import type { PageData } from './page.js';
import { createViewer } from './viewer.js';

const data = JSON.parse(document.getElementById('viewer-data')!.textContent) as PageData;
const host = connectHost(data.options, data.allowed_origins ?? data.document?.allowed_origins);
createViewer(document.getElementById('viewer')!, data, host);
