import { formatTimestamp, type JsonObject, type SpanEvent } from '@spanhouse/span-schema';
import { writeJsonList, writeJsonObject } from './json-text.js';
import type { RowWriter } from './row-writer.js';

/** A JSON text in the form in which reads answer it; `''` when there is none. */
export function jsonObjectColumn(row: RowWriter, value: object | undefined): void {
  if (value === undefined) {
    row.uint8(0);
    return;
  }
  const start = row.reserveLength();
  writeJsonObject(row, value);
  row.setLength(start);
}

/** Reads omit an empty list and an empty `attributes` of an entry, so the row does too. */
export function jsonListColumn(
  row: RowWriter,
  entries: readonly { readonly attributes?: JsonObject }[] | undefined,
): void {
  listColumn(row, entries, (_row, entry) => {
    writeJsonObject(row, hasAttributes(entry) ? entry : { ...entry, attributes: undefined });
  });
}

export function eventsColumn(row: RowWriter, events: readonly SpanEvent[] | undefined): void {
  listColumn(row, events, (_row, event) => {
    writeJsonObject(row, {
      ...event,
      timestamp: formatTimestamp(event.timestamp),
      attributes: hasAttributes(event) ? event.attributes : undefined,
    });
  });
}

function listColumn<Entry>(
  row: RowWriter,
  entries: readonly Entry[] | undefined,
  write: (row: RowWriter, entry: Entry) => void,
): void {
  if (entries === undefined || entries.length === 0) {
    row.uint8(0);
    return;
  }
  const start = row.reserveLength();
  writeJsonList(row, entries, write);
  row.setLength(start);
}

function hasAttributes(entry: { readonly attributes?: JsonObject }): boolean {
  for (const _name in entry.attributes) {
    return true;
  }
  return false;
}
