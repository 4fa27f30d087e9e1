import type { Route } from '@spanhouse/service-runtime';
import { getAttributeKeys, getAttributeValues } from './get-attributes.js';
import { postActorsQuery } from './post-actors-query.js';
import { postAnalyticsQuery } from './post-analytics-query.js';
import { postTracingSpansAnalytics } from './post-tracing-spans-analytics.js';
import type { QueryServices } from './query-services.js';

/** What is computed over many spans (API: 9). */
export function analyticsRoutes(services: QueryServices): readonly Route[] {
  return [
    ...postAnalyticsQuery(services),
    postTracingSpansAnalytics(services),
    ...postActorsQuery(services),
    getAttributeKeys(services),
    getAttributeValues(services),
  ];
}
