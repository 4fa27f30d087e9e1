import {
  createRateLimiter,
  type RateClass,
  type RateLimit,
  type RateLimiter,
} from '@spanhouse/api-kit';
import type { Clock, Registry } from '@spanhouse/service-runtime';
import type { IngestLimits } from './config.js';

/** A limiter for each class of writes. An absent limiter admits every request. */
export interface RateLimiters {
  /** Shared by the JSON routes and Zipkin. */
  readonly ingest: RateLimiter | undefined;
  /** Shared by HTTP and gRPC. */
  readonly otlp: RateLimiter | undefined;
}

/** The configured limits, and what the limiters need to measure and count. */
export interface RateLimitersOptions {
  readonly limits: IngestLimits;
  readonly clock: Clock;
  readonly registry: Registry;
}

/** Creates a limiter for each configured limit, so that a busy exporter cannot use up the limit of the JSON routes. */
export function createRateLimiters({ limits, ...options }: RateLimitersOptions): RateLimiters {
  const create = (rateClass: RateClass, limit: RateLimit | undefined) =>
    limit === undefined ? undefined : createRateLimiter({ ...options, rateClass, limit });
  return { ingest: create('ingest', limits.ingestRate), otlp: create('otlp', limits.otlpRate) };
}
