// Measures reads of a trace with 100,000 spans through each API: the time, and the additional memory of the process.
import { readFileSync, writeFileSync } from 'node:fs';
import { sendTrace, traceIdOf } from '../ui/large-trace.mjs';
import { ratios, traceRoutes } from './trace-lines.mjs';

const SPANS = 100_000;
const CALLS = 3;
const MAX_MB = 200;
const KB_PER_MB = 1024;

export async function large({ url, medians, time, pids }) {
  const traceId = traceIdOf('front doors');
  await sendTrace(url, { traceId, spans: SPANS });
  const rows = await ratios(medians, {
    traceId: () => traceId,
    calls: CALLS,
    what: 'trace of 100,000 spans',
  });
  for (const [name, route] of Object.entries(traceRoutes)) {
    const before = restartPeak(pids.node);
    const { bytes } = await time(route(traceId));
    rows.push({
      line: `${name}: additional memory for an answer of ${(bytes / 1e6).toFixed(0)} MB`,
      value: peakMb(pids.node) - before,
      limit: MAX_MB,
      unit: 'MB',
    });
  }
  return rows;
}

/** Resets the recorded peak memory of a process, and returns its current memory. */
function restartPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return peakMb(pid);
}

function peakMb(pid) {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kb) / KB_PER_MB;
}
