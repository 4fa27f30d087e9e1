import { AppError } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { type PlacedSpan, planPipeline, TraceShape } from '@spanhouse/traceql/evaluate';
import {
  CompareRun,
  ExemplarPicker,
  endOf,
  listMetricsFields,
  pointOf,
  SeriesRun,
} from '@spanhouse/traceql/metrics';
import { within } from '../front-doors/stored-times.js';
import { type OpenStore, selectWindow, walkTraces } from '../front-doors/walk-traces.js';
import { countGroups } from './count-groups.js';
import { evaluateTrace, rootServiceOf } from './evaluate-trace.js';
import {
  compileFlat,
  type FlatPipeline,
  flattenPipeline,
  isOfSpan,
  isOfTrace,
} from './flat-pipeline.js';
import { hintOfCounted, otherTraceHints } from './hint-of-pipeline.js';
import { QueriedSpans } from './queried-span.js';
import type { CountedSpans, SpanCount } from './span-count.js';
import { unreadParts } from './unread-parts.js';

const TRACES_PER_PAGE = 1000;

/**
 * Counts the spans that a pipeline selects. If neither the pipeline nor the function depends on other spans of the
 * trace, spans are counted in groups or one by one; otherwise whole traces are read.
 */
export async function countSpans(count: SpanCount, store: OpenStore): Promise<CountedSpans> {
  const flat = flattenPipeline(count.pipeline);
  const isAlone =
    flat?.flat().every(isOfSpan) === true && !listMetricsFields(count.first).some(isOfTrace);
  if (flat === undefined || !isAlone) {
    return await countInTraces({ count, flat, counting: openCounting(count) }, store);
  }
  const { unread: _, limit: __, ...selection } = selectionOf(count, store);
  return (
    (await countGroups({ count, flat }, { ...store, selection })) ??
    (await countAlone({ count, flat, counting: openCounting(count) }, store))
  );
}

interface Counting {
  readonly see: (placed: PlacedSpan, trace_id: string) => void;
  readonly result: () => CountedSpans;
}

function openCounting({ first, grid, exemplars }: SpanCount): Counting {
  if (first.kind === 'compare') {
    const run = new CompareRun(first, grid);
    return {
      see: (placed) => run.see(placed),
      result: () => ({ series: run.series(), picked: [] }),
    };
  }
  const run = new SeriesRun(first, grid);
  const picker = exemplars > 0 ? new ExemplarPicker(grid, exemplars) : undefined;
  return {
    see(placed, trace_id) {
      const counted = run.see(placed);
      if (counted !== undefined) {
        const { span_id, start_time, span_name } = placed.span;
        picker?.offer({ trace_id, span_id, start_time, span_name, ...counted });
      }
    },
    result: () => ({ series: run.series(), picked: picker?.picked() ?? [] }),
  };
}

interface Walk {
  readonly count: SpanCount;
  readonly flat: FlatPipeline | undefined;
  readonly counting: Counting;
}

/** Counts spans one by one, without reading their traces. */
async function countAlone(
  { count, flat, counting }: Walk & { readonly flat: FlatPipeline },
  store: OpenStore,
): Promise<CountedSpans> {
  const { reader, signal } = store;
  const matches = compileFlat(flat);
  const selection = { ...selectionOf(count, store), after: undefined };
  const shown = new QueriedSpans();
  for await (const spans of reader.streamSpans(selection, { signal, deadline: 'shared' })) {
    for (const stored of spans) {
      const placed = placeSoleSpan(stored, shown);
      if (matches(placed)) {
        counting.see(placed, stored.trace_id);
      }
    }
  }
  return counting.result();
}

/** Wraps a span in a trace that contains only this span. */
function placeSoleSpan(stored: StoredSpan, shown: QueriedSpans): PlacedSpan {
  const shape = new TraceShape(stored.trace_id, [stored]);
  return { span: shown.show(stored), position: 0, shape, rootService: '' };
}

/** Counts spans by reading whole traces. */
async function countInTraces(walk: Walk, store: OpenStore): Promise<CountedSpans> {
  const { hint, ...rest } = selectionOf(walk.count, store);
  // A flat pipeline does not depend on other spans of the trace.
  const traceHints = walk.flat === undefined ? otherTraceHints(hint, walk.count.pipeline) : [];
  const selection = { ...rest, hint, traceHints, limit: TRACES_PER_PAGE };
  const countTrace = createTraceCounter(walk);
  for await (const trace of walkTraces({ ...store, selection })) {
    if (!store.hasTime()) {
      throw new AppError('DEADLINE_EXCEEDED', 'counting spans of traces exceeded the deadline');
    }
    await countTrace(trace);
  }
  return walk.counting.result();
}

/**
 * Returns a function that counts the spans of a trace. A flat pipeline is evaluated span by span, whereas any other
 * pipeline needs the whole trace first.
 */
function createTraceCounter({ count: { pipeline, first, grid }, flat, counting }: Walk) {
  const plan = planPipeline(pipeline);
  const named = { ...plan, fields: [...plan.fields, ...listMetricsFields(first)] };
  const matches = flat === undefined ? () => true : compileFlat(flat);
  const shown = new QueriedSpans();
  return async (trace: WholeTrace) => {
    const shape = new TraceShape(trace.trace_id, trace.nodes);
    const rootService = await rootServiceOf(trace, shape, shown);
    const found =
      flat === undefined
        ? (await evaluateTrace(named, { trace, shape }, shown)).flatMap((set) => set.positions)
        : [...shape.spans.keys()];
    const positions = found.filter(
      (position) => pointOf(grid, shape.spans[position]?.start_time ?? grid.from) !== undefined,
    );
    let next = 0;
    for await (const portion of trace.read(positions)) {
      for (const stored of portion) {
        const position = positions[next++] ?? 0;
        const placed = { span: shown.show(stored), position, shape, rootService };
        if (matches(placed)) {
          counting.see(placed, trace.trace_id);
        }
      }
    }
  };
}

/** Selects the spans that may be counted, by start time and hint. */
function selectionOf({ pipeline, first, grid }: SpanCount, store: OpenStore) {
  const window = { oldest: within(grid.from + 1n), newest: within(endOf(grid) + 1n) };
  const fields = [...planPipeline(pipeline).fields, ...listMetricsFields(first)];
  return selectWindow(window, store, {
    hint: hintOfCounted(pipeline),
    unread: first.kind === 'compare' ? [] : unreadParts(fields),
    limit: Number.MAX_SAFE_INTEGER,
  });
}
