import {
  type Clock,
  createRateLimiter,
  type RateClass,
  type RateLimit,
  type RateLimiter,
  type Registry,
} from '@spanhouse/service-runtime';
import type { IngestLimits } from './config.js';

export interface RateLimiters {
  readonly ingest: RateLimiter | undefined;
  /** Over HTTP and gRPC together. */
  readonly otlp: RateLimiter | undefined;
}

export interface RateLimitersOptions {
  readonly limits: IngestLimits;
  readonly clock: Clock;
  readonly registry: Registry;
}

export function createRateLimiters({ limits, ...options }: RateLimitersOptions): RateLimiters {
  const create = (rateClass: RateClass, limit: RateLimit | undefined) =>
    limit === undefined ? undefined : createRateLimiter({ ...options, rateClass, limit });
  return { ingest: create('ingest', limits.ingestRate), otlp: create('otlp', limits.otlpRate) };
}
