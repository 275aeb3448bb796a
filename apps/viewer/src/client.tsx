import './viewer.css';
import { preload } from './components/use-on-demand.js';
import { connectHost } from './embed/channel.js';
import type { PageData } from './page.js';
import { createViewer } from './viewer.js';

const data = JSON.parse(document.getElementById('viewer-data')!.textContent) as PageData;
const host = connectHost(data.options, data.allowed_origins ?? data.document?.allowed_origins);
const root = document.getElementById('viewer')!;
const start = () => void createViewer(root, data, host);
// The server renders the home in the address, which hydration would remove if it did not know how.
if (root.querySelector('.panel')) import('./components/on-demand.js').then(preload).then(start, start);
else start();
