import type { Route } from '@spanhouse/api-kit';
import { getTempoMetrics } from './get-metrics.js';
import { getTempoSearch } from './get-search.js';
import { getTempoStatus } from './get-status.js';
import { getTempoTags } from './get-tags.js';
import { getTempoTrace } from './get-trace.js';
import type { TempoServices } from './tempo-services.js';

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
