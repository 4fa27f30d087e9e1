import {
  RARELY_SET_COLUMNS,
  STORED_SPAN_COLUMNS,
  type StoredSpanColumn,
} from '@spanhouse/span-row';

/**
 * The columns in which some row of a trace may have a value. Bit n of `trace_index.rarely_set`: some
 * row has set the nth of RARELY_SET_COLUMNS.
 */
export function columnsSet(rarelySet: number): readonly StoredSpanColumn[] {
  const unset = new Set<string>(
    RARELY_SET_COLUMNS.filter((_name, bit) => (rarelySet & (1 << bit)) === 0),
  );
  return STORED_SPAN_COLUMNS.filter((name) => !unset.has(name));
}
