import { percentile } from '@spanhouse/trace-insight/percentile';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import { tracePath } from '../trace-path.js';

/** The spans of a trace that have the same name and service. All times are in ns. */
export interface SpanGroup {
  readonly name: string;
  readonly service: string | undefined;
  readonly count: number;
  readonly sum: number;
  readonly self: number;
  readonly p50: number;
  readonly p95: number;
  /** Total time of the group's spans on the critical path. */
  readonly path: number;
  readonly tokens: number;
  readonly cost: number;
  readonly failed: number;
  /** Position of the group's longest span. */
  readonly longest: number;
}

/** Self time of each span, and its time on the critical path, in ns. */
export interface SpanTimes {
  readonly self: Float64Array;
  readonly path: Float64Array;
}

type GroupedColumns = Pick<
  Outline,
  'texts' | 'name' | 'service' | 'duration' | 'tokens' | 'costs' | 'status'
>;

/**
 * Groups the spans of a trace by name and service. For each group, computes the total self time and the total time on
 * the critical path.
 */
export function groupSpans(
  outline: GroupedColumns & Pick<Outline, 'self' | 'parent' | 'start' | 'length'>,
): readonly SpanGroup[] {
  return sumGroups(outline, { self: outline.self, path: tracePath(outline).time });
}

/** Groups the spans of a trace by name and service, and adds up the given times for each group. */
export function sumGroups(outline: GroupedColumns, times: SpanTimes): readonly SpanGroup[] {
  const { texts, name, service } = outline;
  const groups = Map.groupBy(name.keys(), (at) => `${name[at]} ${service[at]}`);
  return [...groups.values()].map((spans) => {
    const first = spans[0] ?? 0;
    return {
      name: texts[name[first] ?? -1] ?? '',
      service: texts[service[first] ?? -1],
      ...measure(outline, times, spans),
    };
  });
}

function measure(outline: GroupedColumns, { self, path }: SpanTimes, spans: readonly number[]) {
  const { duration, tokens, costs, status } = outline;
  const sumOf = (values: Float64Array) => spans.reduce((sum, at) => sum + (values[at] ?? 0), 0);
  const lengthOf = (at: number) => duration[at] ?? 0;
  const lengths = Float64Array.from(spans, lengthOf).sort();
  return {
    count: spans.length,
    sum: sumOf(duration),
    self: sumOf(self),
    p50: percentile(lengths, 0.5),
    p95: percentile(lengths, 0.95),
    path: sumOf(path),
    tokens: sumOf(tokens),
    cost: sumOf(costs),
    failed: spans.filter((at) => status[at] === STATUS_ERROR).length,
    longest: spans.reduce((best, at) => (lengthOf(at) > lengthOf(best) ? at : best), spans[0] ?? 0),
  };
}
