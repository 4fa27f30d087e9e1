import { createMeter, type Registry } from '@spanhouse/service-runtime';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of gRPC. Every received call is counted once, no matter how it ends. */
export type GrpcMetrics = ReturnType<typeof createGrpcMetrics>;

/** Registers the metrics of gRPC. `maxCalls` is exported as a metric, so that alert rules need not repeat its value. */
export function createGrpcMetrics(registry: Registry, maxCalls: number) {
  const { gauge, histogram } = createMeter(registry);
  const duration = histogram(
    'grpc_request_duration_seconds',
    'Time from the metadata of a call to its status',
    { buckets, labels: { method: [], status: [] } },
  );
  const inFlight = gauge('grpc_requests_in_flight', 'Calls that do not have a status yet');
  gauge('grpc_requests_in_flight_limit', 'Limit of calls in flight; further calls are refused').set(
    maxCalls,
  );
  return {
    /** Counts a call as in flight until `closed` is called for it. */
    opened: () => inFlight.inc(),
    /** Counts a call after its status was sent. `status` is the name of the gRPC status code. */
    closed(method: string, status: string, seconds: number) {
      inFlight.dec();
      duration.observe({ method, status }, seconds);
    },
  };
}
