import { formatTimestamp, type JsonObject, type SpanEvent } from '@spanhouse/span-schema';
import type { ColumnFrom } from '../columns/column.js';
import { writeJsonList, writeJsonObject } from './json-text.js';
import type { RowWriter } from './row-writer.js';

type TextEncoding = 'plain' | NonNullable<ColumnFrom<never>['encoding']>;
/** Writes one value of a column. */
export type ValueWriter = (row: RowWriter, value: never) => void;

const textWriters: { readonly [Name in TextEncoding]: ValueWriter } = {
  plain: (row, text: string) => row.utf8(text),
  json: writeJsonObject,
  json_list: writeEntries,
  events: writeEvents,
};

/** Returns a writer of strings without a length. JSON is written in the form that queries return. */
export function textWriterOf({ encoding }: Pick<ColumnFrom<never>, 'encoding'>): ValueWriter {
  return textWriters[encoding ?? 'plain'];
}

type Entries = readonly { readonly attributes?: JsonObject }[];

/**
 * Writes entries in the form that queries return: without `attributes` if they are empty. Writes nothing for an empty
 * list.
 */
function writeEntries(row: RowWriter, entries: Entries): void {
  if (entries.length > 0) {
    writeJsonList(row, entries, (_row, entry) => {
      writeJsonObject(row, hasAttributes(entry) ? entry : { ...entry, attributes: undefined });
    });
  }
}

function writeEvents(row: RowWriter, events: readonly SpanEvent[]): void {
  if (events.length > 0) {
    writeJsonList(row, events, (_row, event) => {
      writeJsonObject(row, {
        ...event,
        timestamp: formatTimestamp(event.timestamp),
        attributes: hasAttributes(event) ? event.attributes : undefined,
      });
    });
  }
}

function hasAttributes(entry: { readonly attributes?: JsonObject }): boolean {
  for (const _name in entry.attributes) {
    return true;
  }
  return false;
}
