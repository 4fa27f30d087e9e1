import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { HttpProblem } from './http-problem.js';

/** A log of failed requests. While a dependency is unavailable, it suppresses repeated lines. */
export interface FailureLog {
  /** Logs a failure with `facts` if the server caused it. Ignores failures that the client caused. */
  report(problem: HttpProblem, facts: Readonly<Record<string, unknown>>): void;
}

export interface FailureLogOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * Minimum time between two log lines for the same kind of failure. While a dependency is unavailable, every request
 * fails.
 */
const QUIET_MS = 10_000;

interface Repeated {
  quietUntilMs: number;
  suppressed: number;
}

/**
 * Creates a log of failures. Each fault (500) is logged as `error`. Temporary failures (503 and 504) of one kind are
 * logged as `warn` at most once every ten seconds, with the number of suppressed lines. Suppressed failures are logged
 * as `debug`.
 */
export function createFailureLog({ logger, clock }: FailureLogOptions): FailureLog {
  const repeated = new Map<string, Repeated>();

  const warn = (kind: string, facts: object): void => {
    const nowMs = clock.monotonicMs();
    const last = repeated.get(kind);
    if (last !== undefined && nowMs < last.quietUntilMs) {
      last.suppressed += 1;
      logger.debug(facts, 'request failed');
      return;
    }
    const suppressed = last?.suppressed ?? 0;
    repeated.set(kind, { quietUntilMs: nowMs + QUIET_MS, suppressed: 0 });
    logger.warn({ ...facts, suppressed }, 'requests fail');
  };

  return {
    report(problem, facts) {
      if (problem.status < 500) {
        return;
      }
      const all = { err: problem.cause ?? problem, ...facts };
      if (problem.status === 500) {
        logger.error(all, 'request failed');
      } else {
        warn(kindOf(problem), all);
      }
    },
  };
}

/** Returns the kind of a failure, which consists of its status and code. The number of kinds is limited. */
function kindOf({ status, body: { detail } }: HttpProblem): string {
  const hasCode = typeof detail === 'object' && detail !== null && 'code' in detail;
  return `${status} ${hasCode ? String(detail.code) : ''}`;
}
