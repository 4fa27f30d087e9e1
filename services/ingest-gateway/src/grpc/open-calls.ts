import { status as Status } from '@grpc/grpc-js';
import type { Clock } from '@spanhouse/service-runtime';
import type { GrpcMetrics } from './grpc-metrics.js';
import { exportPath } from './trace-service.js';

/** Counts the calls of the trace service that have no status yet, which bound the work of the server. */
export function createOpenCalls(metrics: GrpcMetrics, clock: Clock) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** Opens a call and returns the function that closes it; only its first use counts. */
    open(): (code: Status) => void {
      count++;
      metrics.opened();
      const startedNs = clock.nowNs();
      let isOpen = true;
      return (code) => {
        if (!isOpen) {
          return;
        }
        isOpen = false;
        count--;
        const seconds = Number(clock.nowNs() - startedNs) / 1e9;
        metrics.closed({ method: exportPath, status: Status[code] ?? String(code), seconds });
      };
    },
  };
}
