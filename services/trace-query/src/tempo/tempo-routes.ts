import type { Route } from '@spanhouse/api-kit';
import { getTempoStatus } from './get-status.js';
import { getTempoMetrics } from './metrics/get-metrics.js';
import { getTempoSearch } from './search/get-search.js';
import { getTempoTags } from './tags/get-tags.js';
import type { TempoServices } from './tempo-services.js';
import { getTempoTrace } from './traces/get-tempo-trace.js';

/** Creates the routes below `/tempo`: the read API of Grafana Tempo. */
export function createTempoRoutes(services: TempoServices): readonly Route[] {
  return [
    ...getTempoStatus(services),
    ...getTempoTrace(services),
    ...getTempoTags(services),
    getTempoSearch(services),
    ...getTempoMetrics(services),
  ];
}
