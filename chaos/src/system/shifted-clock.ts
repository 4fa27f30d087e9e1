// Loaded by `--import` into the processes of a run. Adds to the wall clock what a file says, as if somebody had set the
// clock of the machine. Timers and `performance.now()` are not affected, as on a real machine.
import { readFileSync } from 'node:fs';

const POLL_MS = 50;
const file = process.env['CHAOS_CLOCK_FILE'] ?? '';
const realNow = Date.now;
let aheadMs = readAhead();

setInterval(() => {
  aheadMs = readAhead();
}, POLL_MS).unref();

Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [Date.now()] : values, newTarget),
});

/** A file that is missing, or that is being written, says nothing. */
function readAhead(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
