import type { HttpProblem } from '@spanhouse/api-kit';
import type { Clock, Logger } from '@spanhouse/service-runtime';
import { type DroppedSpan, serviceOfDropped } from '@spanhouse/span-intake';

/**
 * Logs dropped spans and refused requests. Logging is necessary because most SDKs do not show the response, which
 * contains the reason.
 */
export interface DropLog {
  /** Logs the dropped spans of a request by service and code. Logs ids but no content. */
  report(dropped: readonly DroppedSpan[], projectId: string): void;
  /** Logs, by route and status, a request that was refused as a whole because it is malformed or too large. */
  reportRefused(problem: HttpProblem, from: RefusedSender): void;
}

/** The facts that are known about the sender of a refused request. */
interface RefusedSender {
  readonly route: string;
  readonly userAgent: string | undefined;
}

export interface DropLogOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * Minimum time between two lines of the same kind, which means the same project, service and code, or the same route
 * and status.
 */
const QUIET_MS = 60_000;
/** Maximum number of kinds within `QUIET_MS`. A limit is needed because senders choose the service names. */
const MAX_KINDS = 200;
const otherKinds = 'others';
/** Maximum number of logged characters of an invalid id. A limit is needed because senders choose the id. */
const MAX_CHARACTERS = 100;

/** The statuses of requests that are refused because they are malformed or too large. */
const refusals = new Set([400, 413, 415, 422]);

/** The time when a kind may be logged again, and the number of entries suppressed since the kind's last line. */
interface Kind {
  quietUntilMs: number;
  suppressed: number;
}

/**
 * Creates a log of dropped spans, which logs the first dropped span of each kind. The next line of that kind also
 * contains the number of spans that were dropped in between.
 */
export function createDropLog({ logger, clock }: DropLogOptions): DropLog {
  const kinds = new Map<string, Kind>();

  const kindOf = (key: string, nowMs: number): Kind => {
    const known = kinds.get(key);
    if (known !== undefined) {
      return known;
    }
    if (kinds.size >= MAX_KINDS) {
      forgetQuiet(kinds, nowMs);
    }
    const name = kinds.size < MAX_KINDS ? key : otherKinds;
    const kind = kinds.get(name) ?? { quietUntilMs: nowMs, suppressed: 0 };
    kinds.set(name, kind);
    return kind;
  };

  /** Writes a line unless a line of the same kind was written recently. */
  const warn = (key: string, facts: object, message: string): void => {
    const nowMs = clock.monotonicMs();
    const kind = kindOf(key, nowMs);
    if (nowMs < kind.quietUntilMs) {
      kind.suppressed += 1;
      return;
    }
    const { suppressed } = kind;
    kind.quietUntilMs = nowMs + QUIET_MS;
    kind.suppressed = 0;
    logger.warn({ ...facts, suppressed }, message);
  };

  return {
    report(dropped, projectId) {
      for (const span of dropped) {
        const { code } = span;
        const service = shown(serviceOfDropped(span)) ?? 'unknown';
        const ids = { traceId: shown(span.trace_id), spanId: shown(span.span_id) };
        const facts = { projectId, service, code, ...ids };
        warn(`${projectId} ${code} ${service}`, facts, 'span dropped');
      }
    },
    reportRefused({ status, body }, { route, userAgent }) {
      if (refusals.has(status)) {
        const facts = { route, status, reason: reasonIn(body), userAgent: shown(userAgent) };
        warn(`${route} ${status}`, facts, 'request refused');
      }
    },
  };
}

/** Removes the kinds that may be logged again. This loses only their counts of suppressed entries. */
function forgetQuiet(kinds: Map<string, Kind>, nowMs: number): void {
  for (const [key, { quietUntilMs }] of kinds) {
    if (nowMs >= quietUntilMs) {
      kinds.delete(key);
    }
  }
}

/** Returns the reason in a response body: its message, or the first message in its list. */
function reasonIn({ detail }: HttpProblem['body']): string | undefined {
  const [first = detail] = Array.isArray(detail) ? detail : [];
  const text = typeof first === 'object' && first !== null && 'msg' in first ? first.msg : first;
  return typeof text === 'string' ? text : undefined;
}

function shown(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS);
}
