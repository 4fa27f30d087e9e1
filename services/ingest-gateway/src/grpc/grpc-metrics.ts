import { Gauge, Histogram, type Registry } from 'prom-client';

/** A call of the trace service after its status was sent. */
interface AnsweredCall {
  readonly method: string;
  /** Name of the gRPC status code. */
  readonly status: string;
  readonly seconds: number;
}

/** The metrics of gRPC. Every received call is counted once, however it ends. */
export interface GrpcMetrics {
  /** Counts a call as in flight until `closed` is called for it. */
  opened(): void;
  closed(call: AnsweredCall): void;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Registers the metrics of gRPC. `maxCalls` is exported as a metric, so that alerts need no copy of it. */
export function createGrpcMetrics(registry: Registry, maxCalls: number): GrpcMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'grpc_request_duration_seconds',
    help: 'Time from the metadata of a call to its status',
    labelNames: ['method', 'status'],
    buckets: buckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'grpc_requests_in_flight',
    help: 'Calls that do not have a status yet',
    registers,
  });
  new Gauge({
    name: 'grpc_requests_in_flight_limit',
    help: 'Limit of calls in flight; further calls are refused',
    registers,
  }).set(maxCalls);
  return {
    opened: () => inFlight.inc(),
    closed: ({ method, status, seconds }) => {
      inFlight.dec();
      duration.observe({ method, status }, seconds);
    },
  };
}
