import { render } from 'preact';
import { App } from './components/app.js';
import './console.css';

render(<App />, document.body);
