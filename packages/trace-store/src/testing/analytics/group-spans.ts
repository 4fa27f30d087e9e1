import type { StoredSpan } from '@spanhouse/span-row';
import { groupId, toSpanGroups } from '../../analytics/groups/group-spans.js';
import type {
  GroupingKey,
  PickedSpan,
  SpanGroup,
  SpanGrouping,
  SpanPick,
} from '../../span-groups.js';
import { durationOf } from '../call-sides.js';
import { compareSpans, selectRows } from '../select-rows.js';
import { toFilterableSpan } from '../to-filterable-span.js';
import { structureOf } from './structure-of.js';
import { textOfAttribute } from './text-of-attribute.js';
import { bucketOf, type MeasuredRow } from './trace-entries.js';

/** Groups the selected spans. Returns undefined if the number of buckets exceeds the limit. */
export function groupSpans(
  rows: readonly MeasuredRow[],
  { selection, time, by, structure, maxDurations, limit }: SpanGrouping,
): readonly SpanGroup[] | undefined {
  const selected = selectRows(rows, selection);
  const listsDurations = selected.length <= maxDurations;
  const groups = Map.groupBy(selected, ({ source, span }) =>
    JSON.stringify([
      time === undefined ? 0 : bucketOf(source, time),
      by.map((key) => textOfKey(span, key)),
      structure === undefined ? '' : structureOf(span, structure),
    ]),
  );
  const grouped = [...groups].map(([group, members]) => {
    const [bucket, texts, text] = JSON.parse(group) as [number, readonly string[], string];
    const durations = members.map(({ span }) => durationOf(span)).sort((a, b) => Number(a - b));
    return {
      bucket,
      texts,
      structure: text,
      count: members.length,
      minDuration: durations[0] ?? 0n,
      maxDuration: durations.at(-1) ?? 0n,
      totalDuration: durations.reduce((sum, duration) => sum + duration, 0n),
      durations: listsDurations ? durations.map(Number) : [],
    };
  });
  return grouped.length > limit ? undefined : toSpanGroups(grouped, by);
}

/** Picks the earliest spans in each bucket. */
export function pickSpans(
  rows: readonly MeasuredRow[],
  { selection, time, by, groups, needsDuration, perBucket }: SpanPick,
): readonly PickedSpan[] {
  const found = selectRows(rows, selection)
    .map(({ span, source }) => ({
      span,
      bucket: bucketOf(source, time),
      group: groups.findIndex(({ id }) => id === groupId(by.map((key) => textOfKey(span, key)))),
    }))
    .filter(({ span, group }) => group >= 0 && !(needsDuration && durationOf(span) === 0n))
    .toSorted((left, right) => compareSpans(left.span, right.span));
  return [...Map.groupBy(found, ({ bucket }) => String(bucket)).values()].flatMap((inside) => {
    const seen = new Set<string>();
    const first = inside.filter(({ span, group }) => {
      const key = `${span.trace_id} ${groups[group]?.series}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    });
    return first.slice(0, perBucket).map(({ span, group }) => {
      const { trace_id, span_id, start_time, span_name } = span;
      return { trace_id, span_id, start_time, span_name, group, duration: durationOf(span) };
    });
  });
}

function textOfKey(span: StoredSpan, key: GroupingKey): string {
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
      const { service_name } = toFilterableSpan(span);
      return service_name === undefined ? (span.resource ?? '') : `=${service_name}`;
    }
    case 'resource':
      return span.resource ?? '';
    case 'is_root':
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
