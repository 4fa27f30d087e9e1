import type { Clock, Logger } from '@spanhouse/service-runtime';
import { type DroppedSpan, serviceOfDropped } from '@spanhouse/span-intake';

/** Logs dropped spans, because most SDKs do not show the answer that names them. */
export interface DropLog {
  /** Logs the dropped spans of a request, by service and code; ids only, never contents. */
  report(dropped: readonly DroppedSpan[], projectId: string): void;
}

export interface DropLogOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The time between two lines about the same project, service and code. */
const QUIET_MS = 60_000;
/** Senders choose the names of services; this many kinds are told apart within `QUIET_MS`. */
const MAX_KINDS = 200;
const otherKinds = 'others';
/** Senders also choose the texts of invalid ids. */
const MAX_CHARACTERS = 100;

/** When a kind may be logged again, and the spans that were dropped since its last line. */
interface Kind {
  quietUntilMs: number;
  suppressed: number;
}

/** Logs the first dropped span of each kind, and later ones with the number of spans that were dropped meanwhile. */
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

  const log = (dropped: DroppedSpan, projectId: string): void => {
    const { code } = dropped;
    const service = shown(serviceOfDropped(dropped)) ?? 'unknown';
    const nowMs = clock.nowMs();
    const kind = kindOf(`${projectId} ${code} ${service}`, nowMs);
    if (nowMs < kind.quietUntilMs) {
      kind.suppressed += 1;
      return;
    }
    const { suppressed } = kind;
    kind.quietUntilMs = nowMs + QUIET_MS;
    kind.suppressed = 0;
    const ids = { traceId: shown(dropped.trace_id), spanId: shown(dropped.span_id) };
    logger.warn({ projectId, service, code, ...ids, suppressed }, 'span dropped');
  };

  return {
    report(dropped, projectId) {
      for (const span of dropped) {
        log(span, projectId);
      }
    },
  };
}

/** Forgets the kinds that may be logged again; only their counts of suppressed spans are lost. */
function forgetQuiet(kinds: Map<string, Kind>, nowMs: number): void {
  for (const [key, { quietUntilMs }] of kinds) {
    if (nowMs >= quietUntilMs) {
      kinds.delete(key);
    }
  }
}

function shown(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS);
}
