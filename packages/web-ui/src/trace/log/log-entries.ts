import { dataPreview } from '../../api/json/preview-text.js';
import { type PreviewText, type ShownSpan, type SpanEvent, textAt } from '../../api/shown-span.js';
import { readTime } from '../../parts/values/format-time.js';

export const entryKinds = ['input', 'output', 'event', 'exception'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An event of a trace, such as a message, a result or an error. */
export interface LogEntry {
  /** Unique id of the entry within the trace. */
  readonly id: string;
  readonly kind: EntryKind;
  /** Time in ns since 1970. */
  readonly time: bigint;
  /** Time in the form that the API returned. */
  readonly timeText: string;
  readonly span: ShownSpan;
  readonly text: string;
}

/** Returns the messages, results and errors of the spans in order of time. */
export function logEntriesOf(spans: readonly ShownSpan[]): readonly LogEntry[] {
  const entries = spans.flatMap((span) => [...payloadEntries(span), ...eventEntries(span)]);
  return entries.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
}

function payloadEntries(span: ShownSpan): LogEntry[] {
  const entry = (kind: EntryKind, timeText: string, preview?: PreviewText): LogEntry[] => {
    const text = preview?.text;
    const id = idOf(span, kind);
    return text === undefined ? [] : [{ id, kind, time: readTime(timeText), timeText, span, text }];
  };
  return [
    ...entry('input', span.start_time, dataPreview(span, 'ag.data.inputs')),
    ...entry('output', span.end_time, dataPreview(span, 'ag.data.outputs')),
  ];
}

function eventEntries(span: ShownSpan): LogEntry[] {
  return (span.events ?? []).map((event, at) => ({
    id: idOf(span, `event ${at}`),
    kind: event.name === 'exception' ? 'exception' : 'event',
    time: readTime(event.timestamp),
    timeText: event.timestamp,
    span,
    text: textOf(event),
  }));
}

function idOf({ span_id: spanId }: ShownSpan, part: string): string {
  return `${spanId} ${part}`;
}

function textOf({ name, attributes }: SpanEvent): string {
  const said = ['type', 'message'].map(
    (part) =>
      textAt(attributes, `exception.${part}`) ?? textAt(attributes, 'exception', part) ?? [],
  );
  return said.flat().join(': ') || name;
}
