export class PrometheusMetrics {}
