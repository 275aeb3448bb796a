export { PrometheusMetrics } from '../runtime/prometheus-metrics.js'; // not allowed: rest-only-to-lower-layers
