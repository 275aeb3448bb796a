export { PrometheusMetrics } from '../runtime/prometheus-metrics.js'; // not allowed: rest-knows-those-below
