// Loaded with `--import` into the processes of a run. Adds the offset in a file to the wall clock, as if the clock of
// the machine had been set. Timers and `performance.now()` are not affected, as on a real machine.
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

/** A file that is missing or being written counts as no offset. */
function readAhead(): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
