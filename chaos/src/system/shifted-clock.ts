// Adds the offset in a file to the wall clock, as if the clock of the machine had been set. `--import` loads this
// module into the processes of a run. Timers and `performance.now()` are not affected, as on a real machine.
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

/** Returns the offset, or 0 if the file does not exist or is being written. */
function readAhead(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
