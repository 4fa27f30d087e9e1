import { z } from 'zod';
import type { RateLimit } from './rate-limiter.js';

const perSecond = z.coerce.number().min(0).default(0);
const burst = z.coerce.number().int().min(0).default(0);

const rateText = (what: string) =>
  `${what} of a project and second that one process admits, on average; 0 = no limit`;
const burstText = (what: string) => `${what} of a project at once; 0 = those of one second`;

export const ingestRateLimitConfigFields = {
  RATE_LIMIT_INGEST_PER_SECOND: perSecond.describe(rateText('JSON and Zipkin ingest requests')),
  RATE_LIMIT_INGEST_BURST: burst.describe(burstText('JSON and Zipkin ingest requests')),
  RATE_LIMIT_OTLP_PER_SECOND: perSecond.describe(rateText('OTLP requests')),
  RATE_LIMIT_OTLP_BURST: burst.describe(burstText('OTLP requests')),
};

export const queryRateLimitConfigFields = {
  RATE_LIMIT_QUERY_PER_SECOND: perSecond.describe(rateText('Requests to the query service')),
  RATE_LIMIT_QUERY_BURST: burst.describe(burstText('Requests to the query service')),
};

/** undefined = no limit. */
export function toRateLimit(requestsPerSecond: number, burst: number): RateLimit | undefined {
  if (requestsPerSecond === 0) return undefined;
  return { requestsPerSecond, burst: burst > 0 ? burst : Math.ceil(requestsPerSecond) };
}
