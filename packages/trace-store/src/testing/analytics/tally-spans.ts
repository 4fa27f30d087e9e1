import type { StoredSpan } from '@spanhouse/span-row';
import type { PickedSpan, SpanPick, SpanTally, TallyKey, TallyRow } from '../../span-tally.js';
import { compareSpans, selectRows } from '../select-rows.js';
import { structureOf } from './structure-of.js';
import { textOfAttribute } from './text-of-attribute.js';
import { bucketOf, groupBy, type MeasuredRow } from './trace-entries.js';

/** Tallies the selected spans; undefined if there are more rows than the limit. */
export function tallySpans(
  rows: readonly MeasuredRow[],
  { selection, time, keys, maxDurations, limit }: SpanTally,
): readonly TallyRow[] | undefined {
  const selected = selectRows(rows, selection);
  const withDurations = selected.length <= maxDurations;
  const groups = groupBy(selected, ({ source, span }) =>
    JSON.stringify([
      time === undefined ? 0 : bucketOf(source, time),
      keys.map((key) => textOfKey(span, key)),
    ]),
  );
  const tallied = [...groups].map(([group, members]) => {
    const [bucket, texts] = JSON.parse(group) as [number, readonly string[]];
    const durations = members.map(({ span }) => durationOf(span)).sort((a, b) => Number(a - b));
    return {
      bucket,
      keys: texts,
      count: members.length,
      least: durations[0] ?? 0n,
      most: durations.at(-1) ?? 0n,
      sum: durations.reduce((sum, duration) => sum + duration, 0n),
      durations: withDurations ? durations.map(Number) : [],
    };
  });
  return tallied.length > limit ? undefined : tallied;
}

/** Picks the earliest spans of each bucket. */
export function pickSpans(
  rows: readonly MeasuredRow[],
  { selection, time, keys, classes, needsDuration, perBucket }: SpanPick,
): readonly PickedSpan[] {
  const indexOf = (span: StoredSpan) =>
    classes.findIndex((each) =>
      each.keys.every((text, at) => text === textOfKeyAt(span, keys, at)),
    );
  const found = selectRows(rows, selection)
    .map(({ span, source }) => ({
      span,
      bucket: bucketOf(source, time),
      classIndex: indexOf(span),
    }))
    .filter(
      ({ span, classIndex }) => classIndex >= 0 && !(needsDuration && durationOf(span) === 0n),
    )
    .toSorted((left, right) => compareSpans(left.span, right.span));
  return [...groupBy(found, ({ bucket }) => String(bucket)).values()].flatMap((inside) => {
    const seen = new Set<string>();
    const first = inside.filter(({ span, classIndex }) => {
      const key = `${span.trace_id} ${classes[classIndex]?.group}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
    return first.slice(0, perBucket).map(({ span, classIndex }) => {
      const { trace_id, span_id, start_time, span_name } = span;
      return { trace_id, span_id, start_time, span_name, classIndex, duration: durationOf(span) };
    });
  });
}

function textOfKeyAt(span: StoredSpan, keys: readonly TallyKey[], at: number): string {
  const key = keys[at];
  return key === undefined ? '' : textOfKey(span, key);
}

function textOfKey(span: StoredSpan, key: TallyKey): string {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return span[key.kind];
    case 'status_message':
      return span.status_message ?? '';
    case 'attribute':
      return textOfAttribute(span, key.key);
    case 'service': {
      const service = serviceOf(span);
      return typeof service === 'string' ? `=${service}` : (span.resource ?? '');
    }
    case 'resource':
      return span.resource ?? '';
    case 'structure':
      return structureOf(span, key.of);
    case 'is_top':
      return span.parent_id === undefined ? '1' : '0';
    case 'duration': {
      const duration = durationOf(span);
      const reached = key.bounds.filter((bound) => duration >= bound).length;
      return String(reached + key.bounds.filter((bound) => duration > bound).length);
    }
    case 'duration_bucket': {
      const duration = durationOf(span);
      let bound = 1n;
      while (bound < duration) {
        bound *= 2n;
      }
      return String(bound);
    }
  }
}

function serviceOf({ resource }: StoredSpan): unknown {
  const { attributes = {} } = JSON.parse(resource ?? '{}') as {
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  return attributes['service.name'];
}

function durationOf({ start_time, end_time }: StoredSpan): bigint {
  return end_time > start_time ? end_time - start_time : 0n;
}
