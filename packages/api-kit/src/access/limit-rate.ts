import { HttpProblem } from '../problems/http-problem.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * Takes a token for a request and sets the headers that show the remaining tokens. If no token is left, throws the 429
 * with the same headers; see docs/api/limits.md. Without a limiter, all requests pass.
 */
export function limitRate(
  limiter: RateLimiter | undefined,
  projectId: string,
  res?: { setHeader(name: string, value: string): unknown },
): void {
  if (limiter === undefined) {
    return;
  }
  const decision = limiter.take(projectId);
  const limit = String(decision.limit);
  if (decision.status === 'exceeded') {
    const seconds = decision.retryAfterSeconds;
    const detail = `Rate limit exceeded. Please retry after ${seconds} seconds.`;
    const shown = { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '0' };
    const headers = { ...shown, 'retry-after': String(seconds) };
    throw new HttpProblem(429, { detail }, { headers });
  }
  res?.setHeader('x-ratelimit-limit', limit);
  res?.setHeader('x-ratelimit-remaining', String(decision.remaining));
}
