import { z } from 'zod';
import type { RateLimit } from './rate-limiter.js';

const perSecond = z.coerce.number().min(0).default(0);
const burst = z.coerce.number().int().min(0).default(0);

function rateText(what: string) {
  return `${what} per project and second that one process admits on average; 0 = no limit`;
}

function burstText(what: string) {
  return `${what} of a project that one process admits at once; 0 = as many as in one second`;
}

/** Settings for the rate limits on writes. The limits are off by default; see docs/api/limits.md. */
export const ingestRateLimitConfigFields = {
  RATE_LIMIT_INGEST_PER_SECOND: perSecond.describe(rateText('JSON and Zipkin ingest requests')),
  RATE_LIMIT_INGEST_BURST: burst.describe(burstText('JSON and Zipkin ingest requests')),
  RATE_LIMIT_OTLP_PER_SECOND: perSecond.describe(rateText('OTLP requests')),
  RATE_LIMIT_OTLP_BURST: burst.describe(burstText('OTLP requests')),
};

/**
 * Settings for the rate limit on all routes of the query service. The limit is off by default; see docs/api/limits.md.
 */
export const queryRateLimitConfigFields = {
  RATE_LIMIT_QUERY_PER_SECOND: perSecond.describe(rateText('Requests to the query service')),
  RATE_LIMIT_QUERY_BURST: burst.describe(burstText('Requests to the query service')),
};

/** Converts the settings to a rate limit. Returns undefined if requests are not limited. */
export function toRateLimit(requestsPerSecond: number, burst: number): RateLimit | undefined {
  if (requestsPerSecond === 0) {
    return undefined;
  }
  return { requestsPerSecond, burst: burst > 0 ? burst : Math.ceil(requestsPerSecond) };
}
