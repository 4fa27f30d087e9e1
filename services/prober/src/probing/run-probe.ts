import type { WriteDoor, WriteOutcome } from '../doors/write-door.js';
import { RequestFailure } from '../http/request-failure.js';
import type { LookForProbe, ReadPath } from '../paths/read-path.js';
import { createProbeTrace, type ProbeTrace } from '../probe/probe-trace.js';
import { lookUntilVisible } from './look-until-visible.js';
import type { Probing } from './probing.js';

/**
 * Writes one probe through a door, and looks for it on all read paths concurrently. A probe that is not accepted is
 * counted, and no search begins. Resolves when every search has ended.
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
  const written = await write(door, trace, signal);
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
 * Prepares a search. Resolves with `undefined` if the path does not answer, because the position before the write is
 * then unknown.
 */
async function prepare(
  path: ReadPath,
  trace: ProbeTrace,
  { metrics, logger, signal }: Probing,
): Promise<LookForProbe | undefined> {
  try {
    // The preparation needs no slot, so that hanging reads do not delay the writing of probes.
    return await path.prepare(trace, signal);
  } catch (error) {
    if (signal.aborted) {
      return undefined;
    }
    if (!(error instanceof RequestFailure)) {
      throw error;
    }
    const { reason, message: detail } = error;
    metrics.readFailed(path.name, reason);
    logger.warn({ path: path.name, reason, detail }, 'read could not be prepared');
    return undefined;
  }
}

async function write(
  door: WriteDoor,
  trace: ProbeTrace,
  signal: AbortSignal,
): Promise<WriteOutcome | { readonly status: 'abandoned' }> {
  try {
    return await door.write(trace, signal);
  } catch (error) {
    if (signal.aborted) {
      return { status: 'abandoned' };
    }
    throw error;
  }
}
