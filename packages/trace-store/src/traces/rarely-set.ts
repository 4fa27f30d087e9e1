import { rarelySetColumns, type StoredSpanColumn, storedSpanColumns } from '@spanhouse/span-row';

/**
 * Selects the columns in which some row of a trace may have a value. Bit n of
 * `trace_index.rarely_set` means that some row has set the nth of `rarelySetColumns` (docs/adr/111).
 */
export function columnsSet(rarelySet: number): readonly StoredSpanColumn[] {
  const unset = new Set<string>(
    rarelySetColumns.filter((_name, bit) => (rarelySet & (1 << bit)) === 0),
  );
  return storedSpanColumns.filter((name) => !unset.has(name));
}
