import type { WriteDoor } from '../doors/write-door.js';
import { RequestFailure } from '../http/request-failure.js';
import type { Check, CheckOutcome } from '../metrics.js';
import type { LookForProbe, ReadPath, WrittenProbe } from '../paths/read-path.js';
import type { Sighting } from '../probe/compare-spans.js';
import { createProbeTrace, type ProbeTrace } from '../probe/probe-trace.js';
import type { Probing } from './probing.js';

/**
 * Writes one probe through a door, then looks for it on all read paths at the same time. If the probe is not accepted,
 * counts the outcome and starts no search. Resolves when every search has ended.
 */
export async function runProbe(
  door: WriteDoor,
  paths: readonly ReadPath[],
  probing: Probing,
): Promise<void> {
  const { clock, random, elapsedMs, metrics, logger, signal } = probing;
  const trace = createProbeTrace(door.form, { nowNs: clock.nowNs(), random });
  const looks = await Promise.all(paths.map((path) => prepare(path, trace, probing)));
  const sentAtMs = elapsedMs();
  const written = await door.write(trace, signal).catch((error: unknown) => {
    if (!signal.aborted) {
      throw error;
    }
    return { status: 'abandoned' } as const;
  });
  metrics.written(door.name, written.status);
  if (written.status !== 'accepted') {
    if (written.status !== 'abandoned') {
      const { trace_id } = trace;
      logger.warn({ door: door.name, trace_id, reason: written.reason }, 'probe is not accepted');
    }
    return;
  }
  const probe = { trace, receipt: written.receipt };
  await Promise.all(
    paths.map(async ({ name: path }, index) => {
      const check = { door: door.name, path };
      const look = looks[index];
      if (look === undefined) {
        metrics.started();
        metrics.ended(check, signal.aborted ? 'abandoned' : 'unanswered');
        return;
      }
      await lookUntilVisible({ ...check, probe, look, sentAtMs }, probing);
    }),
  );
}

/**
 * Prepares a search. Resolves with `undefined` if the path does not respond, because the position before the write is
 * then unknown.
 */
async function prepare(
  path: ReadPath,
  trace: ProbeTrace,
  { metrics, logger, signal }: Probing,
): Promise<LookForProbe | undefined> {
  // The preparation needs no slot, so that hanging reads do not delay writes.
  const look = await attempt(() => path.prepare(trace, signal), signal);
  if (!(look instanceof RequestFailure)) {
    return look;
  }
  const { reason, message: detail } = look;
  metrics.readFailed(path.name, reason);
  logger.warn({ path: path.name, reason, detail }, 'read could not be prepared');
  return undefined;
}

/** Runs a request. Resolves with a RequestFailure if the request fails, or with undefined if the prober stops. */
async function attempt<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | RequestFailure | undefined> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted) {
      return undefined;
    }
    if (error instanceof RequestFailure) {
      return error;
    }
    throw error;
  }
}

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/**
 * Length of a pause as a fraction of the time since the write. Because the pauses grow with this time, the measured
 * time to visibility is accurate to about 25 %.
 */
const PAUSE_SHARE = 0.25;
/** Maximum number of differences that are logged for a mismatch. */
const MAX_LOGGED_DIFFERENCES = 5;

/** The search for one probe on one read path. */
interface Search extends Check {
  readonly probe: WrittenProbe;
  readonly look: LookForProbe;
  /** The time when the write began, measured by `elapsedMs`. */
  readonly sentAtMs: number;
}

type Look = Sighting | { readonly status: 'failed'; readonly reason: string };

/**
 * Looks for a probe until a read path shows the probe, correctly or with differences, or until the time limit passes.
 * Counts and retries each failed read. The last read begins after the time limit, so a probe that this read finds does
 * not count as missing. Counts the outcome and resolves with it.
 */
async function lookUntilVisible(search: Search, probing: Probing): Promise<CheckOutcome> {
  const { metrics, bounds, elapsedMs, clock, signal } = probing;
  metrics.started();
  let isLate = false;
  for (;;) {
    const pauseMs = pauseAfter(elapsedMs() - search.sentAtMs, bounds.missingAfterMs);
    // If the signal has aborted, the next look ends immediately.
    await clock.sleep(pauseMs, signal).catch(() => undefined);
    const startedMs = elapsedMs() - search.sentAtMs;
    const last = await lookOnce(search, probing);
    const ms = elapsedMs() - search.sentAtMs;
    if (signal.aborted) {
      return endAs('abandoned');
    }
    if (!isLate && ms > bounds.lateAfterMs) {
      isLate = true;
      metrics.late(search);
      report(search, probing, { msg: 'probe is late' });
    }
    const outcome = outcomeOf(last, startedMs >= bounds.missingAfterMs);
    if (outcome !== undefined) {
      if (outcome === 'visible') {
        metrics.visibleAfter(search.path, ms / 1000);
      } else {
        report(search, probing, { msg: messages[outcome], ...explain(last) });
      }
      return endAs(outcome);
    }
  }

  function endAs(outcome: CheckOutcome): CheckOutcome {
    metrics.ended(search, outcome);
    return outcome;
  }
}

const messages = {
  mismatching: 'probe is shown otherwise than it was sent',
  missing: 'probe is missing',
  unanswered: 'read path does not answer',
  abandoned: 'search for a probe was abandoned',
} as const;

async function lookOnce(
  { probe, path, look }: Search,
  { metrics, slots, logger, signal }: Probing,
): Promise<Look> {
  const read = () => {
    signal.throwIfAborted(); // the signal may have aborted while the read waited for its slot
    return look(probe, signal);
  };
  const found = await attempt(() => slots.run(read), signal);
  if (!(found instanceof RequestFailure)) {
    return found ?? { status: 'failed', reason: 'the prober stopped' };
  }
  metrics.readFailed(path, found.reason);
  logger.warn({ path, reason: found.reason, detail: found.message }, 'read failed');
  return { status: 'failed', reason: found.message };
}

function outcomeOf(last: Look, isOverdue: boolean): CheckOutcome | undefined {
  switch (last.status) {
    case 'whole':
      return 'visible';
    case 'different':
      return 'mismatching';
    case 'failed':
      return isOverdue ? 'unanswered' : undefined;
    default:
      return isOverdue ? 'missing' : undefined;
  }
}

function pauseAfter(ms: number, missingAfterMs: number): number {
  const pause = Math.min(Math.max(ms * PAUSE_SHARE, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  return ms < missingAfterMs ? Math.min(pause, missingAfterMs - ms) : pause;
}

function explain(last: Look): object {
  switch (last.status) {
    case 'different':
      return { differences: last.differences.slice(0, MAX_LOGGED_DIFFERENCES) };
    case 'failed':
      return { reason: last.reason };
    case 'partial':
      return { seen: last.seen };
    default:
      return {};
  }
}

function report(
  { door, path, probe }: Search,
  { logger }: Probing,
  { msg, ...facts }: { readonly msg: string },
): void {
  logger.warn({ door, path, trace_id: probe.trace.trace_id, ...facts }, msg);
}
