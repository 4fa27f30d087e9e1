import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import type { HttpProblem } from './http-problem.js';

/** Says of failed requests what somebody wants to know, and not more often than that. */
export interface FailureLog {
  report(problem: HttpProblem, facts: Readonly<Record<string, unknown>>): void;
}

export interface FailureLogOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** While something is away every request fails with it; one line in this time says so. */
const QUIET_MS = 10_000;

interface Repeated {
  quietUntilMs: number;
  suppressed: number;
}

/**
 * Faults are `error`, each of them. What heals by itself (503 and 504) is one `warn` per kind and ten
 * seconds, with the number of lines it stands for; each single one is `debug`.
 */
export function createFailureLog({ logger, clock }: FailureLogOptions): FailureLog {
  const repeated = new Map<string, Repeated>();

  const warn = (kind: string, facts: object): void => {
    const nowMs = clock.nowMs();
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
      if (problem.status < 500) return;
      const all = { err: problem.cause ?? problem, ...facts };
      if (problem.status === 500) logger.error(all, 'request failed');
      else warn(kindOf(problem), all);
    },
  };
}

/** A closed set: the codes of the contract. */
function kindOf({ status, body: { detail } }: HttpProblem): string {
  const hasCode = typeof detail === 'object' && detail !== null && 'code' in detail;
  return `${status} ${hasCode ? String(detail.code) : ''}`;
}
