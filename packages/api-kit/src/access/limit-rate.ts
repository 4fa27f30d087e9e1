import { HttpProblem } from '../problems/http-problem.js';
import type { RateLimiter } from './rate-limiter.js';

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/**
 * Takes a token for a request and sets the headers that show the remaining ones. Without a limiter there is no limit.
 * Throws the 429 with its headers if no token is left; see docs/api/limits.md.
 */
export function limitRate(
  limiter: RateLimiter | undefined,
  projectId: string,
  res?: HeaderSink,
): void {
  if (limiter === undefined) {
    return;
  }
  const decision = limiter.take(projectId);
  const limit = String(decision.limit);
  if (decision.status === 'exceeded') {
    const seconds = decision.retryAfterSeconds;
    const detail = `Rate limit exceeded. Please retry after ${seconds} seconds.`;
    const headers = { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '0' };
    throw new HttpProblem(
      429,
      { detail },
      { headers: { ...headers, 'retry-after': String(seconds) } },
    );
  }
  res?.setHeader('x-ratelimit-limit', limit);
  res?.setHeader('x-ratelimit-remaining', String(decision.remaining));
}
