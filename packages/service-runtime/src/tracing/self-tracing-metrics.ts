import type { Registry } from 'prom-client';
import { createMeter } from '../reporting/meter.js';

/**
 * The metrics of self-tracing. A started span without a counted outcome is open, queued or discarded, or did not fit
 * into the queue.
 */
export type SelfTracingMetrics = ReturnType<typeof createSelfTracingMetrics>;

export function createSelfTracingMetrics(registry: Registry) {
  const { counter } = createMeter(registry);
  const started = counter(
    'spanhouse_self_tracing_spans_started_total',
    'Spans that self-tracing started in this process; 0 if it is off.',
  );
  const ended = counter(
    'spanhouse_self_tracing_spans_total',
    'Spans of self-tracing by the outcome of their export.',
    { outcome: ['exported', 'failed'] },
  );
  return {
    started: () => started.inc(),
    ended: (outcome: 'exported' | 'failed', spans: number) => ended.inc({ outcome }, spans),
  };
}
