import type { Clock } from '@spanhouse/service-runtime';
import { Counter, type CounterConfiguration, type Registry } from 'prom-client';

/** Limits for one bucket in one process. */
export interface RateLimit {
  readonly requestsPerSecond: number;
  /** Maximum number of requests that are admitted together after a period without requests. */
  readonly burst: number;
}

/** The decision about a request. `limit` is the burst, which clients see as `x-ratelimit-limit`. */
type RateDecision =
  | { readonly status: 'admitted'; readonly limit: number; readonly remaining: number }
  | { readonly status: 'exceeded'; readonly limit: number; readonly retryAfterSeconds: number };

/**
 * Limits the requests to this process, with one token bucket per project. Replicas share no counter, so operators
 * divide the limit of the installation by the number of replicas.
 */
export interface RateLimiter {
  /** Takes a token for one request from the project's bucket, if a token is left. */
  take(projectId: string): RateDecision;
}

export type RateClass = 'ingest' | 'otlp' | 'query';

export interface RateLimiterOptions {
  readonly rateClass: RateClass;
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly registry: Registry;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Maximum number of buckets. It bounds the memory of a limiter, no matter how many projects send requests. */
const MAX_BUCKETS = 10_000;

/** Creates a limiter. Buckets start full, so a project's first burst after a restart is never refused. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { rateClass, limit, clock, registry } = options;
  const refused = counterOf(registry, {
    name: 'spanhouse_rate_limited_requests_total',
    help: 'Requests that were refused because their project exceeded its rate limit.',
    labelNames: ['class'],
  });
  refused.inc({ class: rateClass }, 0);
  const dropped = counterOf(registry, {
    name: 'spanhouse_rate_limit_buckets_dropped_total',
    help: 'Rate limit buckets that were dropped because there were too many; their projects start with a full bucket again.',
  });
  const buckets = new Buckets(limit, dropped);

  return {
    take(projectId) {
      const bucket = buckets.fill(projectId, clock.monotonicMs());
      if (bucket.tokens < 1) {
        refused.inc({ class: rateClass });
        const seconds = (1 - bucket.tokens) / limit.requestsPerSecond;
        const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
        return { status: 'exceeded', limit: limit.burst, retryAfterSeconds };
      }
      bucket.tokens -= 1;
      return { status: 'admitted', limit: limit.burst, remaining: Math.floor(bucket.tokens) };
    },
  };
}

class Buckets {
  readonly #limit: RateLimit;
  readonly #dropped: Counter;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, dropped: Counter) {
    this.#limit = limit;
    this.#dropped = dropped;
  }

  /** Adds the tokens that the project's bucket has gained since its last request, and returns the bucket. */
  fill(projectId: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(projectId) ?? this.#add(projectId, nowMs);
    bucket.tokens = this.#tokensAt(bucket, nowMs);
    bucket.filledAtMs = nowMs;
    return bucket;
  }

  #tokensAt({ tokens, filledAtMs }: Bucket, nowMs: number): number {
    const { requestsPerSecond, burst } = this.#limit;
    const elapsedMs = Math.max(0, nowMs - filledAtMs);
    return Math.min(burst, tokens + (elapsedMs / 1000) * requestsPerSecond);
  }

  #add(projectId: string, nowMs: number): Bucket {
    if (this.#buckets.size >= MAX_BUCKETS) {
      this.#makeRoom(nowMs);
    }
    const bucket = { tokens: this.#limit.burst, filledAtMs: nowMs };
    this.#buckets.set(projectId, bucket);
    return bucket;
  }

  /**
   * Drops all full buckets. This loses nothing, because a new bucket starts full. If no bucket is full, drops the
   * oldest one, so its project gets a full bucket with its next request.
   */
  #makeRoom(nowMs: number): void {
    for (const [projectId, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, nowMs) >= this.#limit.burst) {
        this.#buckets.delete(projectId);
      }
    }
    if (this.#buckets.size < MAX_BUCKETS) {
      return;
    }
    const [oldest = ''] = this.#buckets.keys();
    this.#buckets.delete(oldest);
    this.#dropped.inc();
  }
}

/** Returns a counter that all limiters of a process share. */
function counterOf(registry: Registry, metric: CounterConfiguration<string>): Counter {
  const known = registry.getSingleMetric(metric.name) as Counter | undefined;
  return known ?? new Counter({ ...metric, registers: [registry] });
}
