import type { LedgerTimes } from '../message-ledger.js';

const NS_PER_MINUTE = 60_000_000_000n;
/** Maximum number of spans that a statement compares. It holds some bytes of each row. */
const MAX_SPANS = 1_000_000;

/** The number of spans received in a minute. */
export interface MinuteSpans {
  /** Start of the minute, in ns since the Unix epoch. */
  readonly minute: bigint;
  readonly spans: number;
}

/**
 * Divides a range of time into ranges of whole minutes. A range has at most `maxSpans` spans or is a single minute.
 * `minutes` is ordered and omits minutes without messages.
 */
export function planParts(
  { oldest, newest }: LedgerTimes,
  minutes: readonly MinuteSpans[],
  maxSpans = MAX_SPANS,
): readonly LedgerTimes[] {
  const parts: { oldest: bigint; newest: bigint; spans: number }[] = [];
  for (const { minute, spans } of minutes) {
    const end = minute + NS_PER_MINUTE;
    const part = { oldest: minute > oldest ? minute : oldest, newest: end < newest ? end : newest };
    const last = parts.at(-1);
    if (last !== undefined && last.spans + spans <= maxSpans) {
      last.newest = part.newest;
      last.spans += spans;
    } else {
      parts.push({ ...part, spans });
    }
  }
  return parts.map((part) => ({ oldest: part.oldest, newest: part.newest }));
}
