import { status as Status } from '@grpc/grpc-js';
import type { Clock } from '@spanhouse/service-runtime';
import type { GrpcMetrics } from './grpc-metrics.js';
import { EXPORT_PATH } from './trace-service.js';

export interface OpenCalls {
  readonly count: number;
  /** Gives back how the call is closed; only the first time counts. */
  open(): (code: Status) => void;
}

/** The calls of the trace service that have no status yet. */
export function createOpenCalls({
  metrics,
  clock,
}: {
  readonly metrics: GrpcMetrics;
  readonly clock: Clock;
}): OpenCalls {
  let count = 0;
  return {
    get count() {
      return count;
    },
    open() {
      count++;
      metrics.opened();
      const startedNs = clock.nowNs();
      let isOpen = true;
      return (code) => {
        if (!isOpen) return;
        isOpen = false;
        count--;
        const seconds = Number(clock.nowNs() - startedNs) / 1e9;
        metrics.closed({ method: EXPORT_PATH, status: Status[code] ?? String(code), seconds });
      };
    },
  };
}
