import { Counter, type Registry } from 'prom-client';
import type { Clock } from './clock.js';

export interface RateLimit {
  readonly requestsPerSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
}

type RateDecision =
  | { readonly status: 'admitted'; readonly limit: number; readonly remaining: number }
  | { readonly status: 'exceeded'; readonly limit: number; readonly retryAfterSeconds: number };

/** One token bucket for each project, in this process. */
export interface RateLimiter {
  /** Takes a request out of the project's bucket, if one is left. */
  take(projectId: string): RateDecision;
}

/** Requests that share a bucket. */
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

const MAX_BUCKETS = 10_000;

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { rateClass, limit, clock, registry } = options;
  const refused = refusedCounter(registry);
  refused.inc({ class: rateClass }, 0);
  const buckets = new Buckets(limit, droppedCounter(registry));

  return {
    take(projectId) {
      const bucket = buckets.fill(projectId, clock.nowMs());
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

  /** The project's bucket, with what has run into it until now. */
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
    if (this.#buckets.size >= MAX_BUCKETS) this.#makeRoom(nowMs);
    const bucket = { tokens: this.#limit.burst, filledAtMs: nowMs };
    this.#buckets.set(projectId, bucket);
    return bucket;
  }

  /** A full bucket is like none. When none is full, the oldest goes: its project has a full one again. */
  #makeRoom(nowMs: number): void {
    for (const [projectId, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, nowMs) >= this.#limit.burst) this.#buckets.delete(projectId);
    }
    if (this.#buckets.size < MAX_BUCKETS) return;
    const [oldest = ''] = this.#buckets.keys();
    this.#buckets.delete(oldest);
    this.#dropped.inc();
  }
}

function refusedCounter(registry: Registry): Counter {
  const name = 'spanhouse_rate_limited_requests_total';
  const help = 'Requests refused because their project sends more than its rate limit.';
  return (
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help, labelNames: ['class'], registers: [registry] })
  );
}

function droppedCounter(registry: Registry): Counter {
  const name = 'spanhouse_rate_limit_buckets_dropped_total';
  const help = 'Buckets that were forgotten, and so filled, because there were too many.';
  return (
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help, registers: [registry] })
  );
}
