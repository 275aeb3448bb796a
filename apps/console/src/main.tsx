import { render } from 'preact';
import { App } from './components/app.js';
import 'uplot/dist/uPlot.min.css';
import '../../viewer/src/css/plan.css';
import './console.css';
import './map.css';

render(<App />, document.body);
