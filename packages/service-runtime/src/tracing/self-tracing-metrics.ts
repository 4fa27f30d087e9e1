import { Counter, type Registry } from 'prom-client';

const outcomes = ['exported', 'failed'] as const;
type Outcome = (typeof outcomes)[number];

/** A started span without an outcome is open, queued, discarded, or did not fit into the queue. */
export interface SelfTracingMetrics {
  started(): void;
  ended(outcome: Outcome, spans: number): void;
}

export function createSelfTracingMetrics(registry: Registry): SelfTracingMetrics {
  const started = new Counter({
    name: 'spanhouse_self_tracing_spans_started_total',
    help: 'Spans that self-tracing started in this process; 0 if it is off.',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'spanhouse_self_tracing_spans_total',
    help: 'Spans of self-tracing by the outcome of their export.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of outcomes) {
    ended.inc({ outcome }, 0);
  }
  return {
    started: () => started.inc(),
    ended: (outcome, spans) => ended.inc({ outcome }, spans),
  };
}
