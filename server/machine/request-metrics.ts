import { Counter, Histogram, type Registry } from 'prom-client';

interface Answered {
  method: string;
  /** Of the route class: bounded. */
  route: string;
  status: number;
  seconds: number;
}

/** Counts requests. */
export interface RequestMetrics {
  answered(request: Answered): void;
}

/** Seconds; pages answer in milliseconds, what asks the CRM in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers what is counted of requests. */
export function requestMetrics(register: Registry): RequestMetrics {
  const requests = new Counter({
    name: 'lintel_http_requests_total',
    help: 'Requests answered, by route.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const durations = new Histogram({
    name: 'lintel_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [register],
  });
  return {
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
  };
}
