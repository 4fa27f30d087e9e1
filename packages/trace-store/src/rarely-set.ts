import { STORED_SPAN_COLUMNS, type StoredSpanColumn, UNSET_VALUES } from '@spanhouse/span-row';

/** Bit n of `trace_index.rarely_set`: some span of the trace has set the nth of these columns. */
export const RARELY_SET = Object.keys(UNSET_VALUES);

/** The columns in which some row of the trace may have a value. */
export function columnsSet(rarelySet: number): readonly StoredSpanColumn[] {
  const unset = new Set<string>(RARELY_SET.filter((_name, bit) => (rarelySet & (1 << bit)) === 0));
  return STORED_SPAN_COLUMNS.filter((name) => !unset.has(name));
}
