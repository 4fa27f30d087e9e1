import type { SpanMetricsRounds } from '../span-metrics/span-metrics-rounds.js';
import { type Rounds, runRounds } from './run-rounds.js';

interface CountSpansOptions extends Rounds {
  readonly spanMetrics: Pick<SpanMetricsRounds, 'run'>;
}

/** Counts stored spans for their metrics, round by round, until `signal` aborts. Never rejects. */
export async function countSpans(options: CountSpansOptions, signal: AbortSignal): Promise<void> {
  const { spanMetrics } = options;
  await runRounds(
    { ...options, delayed: 'span metrics delayed' },
    () => spanMetrics.run(signal),
    signal,
  );
}
