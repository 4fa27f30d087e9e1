import { Gauge, Histogram, type Registry } from 'prom-client';

interface AnsweredCall {
  readonly method: string;
  /** The name of the gRPC status code. */
  readonly status: string;
  readonly seconds: number;
}

/** Every call that was received is observed once, in whatever way it ended. */
export interface GrpcMetrics {
  opened(): void;
  closed(call: AnsweredCall): void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createGrpcMetrics(registry: Registry, maxCalls: number): GrpcMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'grpc_request_duration_seconds',
    help: 'Time from the metadata of a call to its status',
    labelNames: ['method', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'grpc_requests_in_flight',
    help: 'Calls that have no status yet',
    registers,
  });
  new Gauge({
    name: 'grpc_requests_in_flight_limit',
    help: 'Calls that may have no status yet; beyond them calls are refused',
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
