import { Counter, type Registry } from 'prom-client';

const OUTCOMES = ['exported', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Spans that were started and have no outcome are open, waiting, forgotten, or more than the queue holds. */
export interface SelfTracingMetrics {
  started(): void;
  ended(outcome: Outcome, spans: number): void;
}

export function createSelfTracingMetrics(registry: Registry): SelfTracingMetrics {
  const started = new Counter({
    name: 'spanhouse_self_tracing_spans_started_total',
    help: 'Spans about the work of this process; 0 with self-tracing off.',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'spanhouse_self_tracing_spans_total',
    help: 'Spans about the work of this process by whether the receiver took them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) ended.inc({ outcome }, 0);
  return {
    started: () => started.inc(),
    ended: (outcome, spans) => ended.inc({ outcome }, spans),
  };
}
