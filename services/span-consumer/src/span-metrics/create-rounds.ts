import { randomInt } from 'node:crypto';
import type { Clock, Config, Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { SpanMetricsStore } from '@spanhouse/trace-store/writer';
import type { countingConfigFields } from '../config.js';
import { createRoundObserver } from '../metrics.js';
import { SpanMetricsRounds } from './span-metrics-rounds.js';

/** The store, the log and the settings for counting spans. */
export interface CountingParts {
  readonly store: SpanMetricsStore;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read' | 'readEnds'>;
  readonly settings: Config<typeof countingConfigFields>;
}

/** Time between two rounds. A span is counted within three rounds after it is stored. */
export const ROUND_INTERVAL_MS = 4000;

const AUTHORS = 2 ** 32;

/** Creates the rounds. Returns undefined if spans are not counted. */
export function createRounds(
  parts: CountingParts | undefined,
  { clock, registry }: { readonly clock: Clock; readonly registry: Registry },
): SpanMetricsRounds | undefined {
  if (parts?.settings.SPAN_METRICS !== true) {
    return undefined;
  }
  const { store, offsets, settings } = parts;
  return new SpanMetricsRounds({
    store,
    offsets,
    clock,
    author: randomInt(AUTHORS),
    maxSeries: settings.SPAN_METRICS_MAX_SERIES,
    waitMs: settings.SERVICE_GRAPH_WAIT_MS,
    isByNamespace: settings.SERVICE_GRAPH_NAMESPACES,
    onRound: createRoundObserver(registry),
  });
}
