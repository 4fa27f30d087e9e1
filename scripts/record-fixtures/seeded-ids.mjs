import { createHash } from 'node:crypto';

/** Ids that are the same in every recording of a scenario. */
export function seededIds(seed) {
  let count = 0;
  const next = (length) =>
    createHash('sha256').update(`${seed}/${count++}`).digest('hex').slice(0, length);
  return { generateTraceId: () => next(32), generateSpanId: () => next(16) };
}
