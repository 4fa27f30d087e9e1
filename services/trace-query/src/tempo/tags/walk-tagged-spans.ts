import type { SpanPart, WholeTrace } from '@spanhouse/trace-store/reader';
import type { Expression } from '@spanhouse/traceql';
import {
  compileCondition,
  type PlacedSpan,
  type TracedSpan,
  TraceShape,
} from '@spanhouse/traceql/evaluate';
import { type OpenStore, selectWindow, walkTraces } from '../../front-doors/walk-traces.js';
import { rootServiceOf } from '../../traceql/evaluate-trace.js';
import { hintsOfPipeline } from '../../traceql/hint-of-pipeline.js';
import { QueriedSpans } from '../../traceql/queried-span.js';
import type { TempoRange } from '../parse-tempo-parameters.js';

/** The spans whose tags are listed. */
export interface TagSelection {
  readonly range: TempoRange;
  /** Condition on the spans; undefined for all spans in the range. */
  readonly condition: Expression | undefined;
}

/** A selection, and the parts of its spans to read. */
export interface TagRead extends TagSelection {
  /** Parts of spans that need not be read, because the visitor does not use them. */
  readonly unread: readonly SpanPart[];
}

const TRACES_PER_PAGE = 1000;

/** Visits every selected span. The order is undefined. */
export async function walkTaggedSpans(
  read: TagRead,
  store: OpenStore,
  visit: (span: TracedSpan) => void,
): Promise<void> {
  if (read.condition !== undefined) {
    await walkTaggedTraces(read, store, ({ placed }) => {
      for (const { span } of placed) {
        visit(span);
      }
    });
    return;
  }
  const { reader, signal } = store;
  const { range, unread } = read;
  const limit = Number.MAX_SAFE_INTEGER;
  const selection = { ...selectWindow(range, store, { limit, unread }), after: undefined };
  const shown = new QueriedSpans();
  for await (const spans of reader.streamSpans(selection, { signal, deadline: 'shared' })) {
    for (const span of spans) {
      visit(shown.show(span));
    }
  }
}

/** A portion of the selected spans of a trace. */
interface TaggedTrace {
  readonly shape: TraceShape;
  readonly rootService: string;
  readonly placed: readonly PlacedSpan[];
}

/** Visits the selected spans trace by trace. */
export async function walkTaggedTraces(
  read: TagRead,
  store: OpenStore,
  visit: (trace: TaggedTrace) => void,
): Promise<void> {
  const { condition, range } = read;
  const matches = compileCondition(condition);
  const hint =
    condition && hintsOfPipeline([{ kind: 'spans', spans: { kind: 'filter', condition } }]).hint;
  // A condition may need any part of a span.
  const unread = condition === undefined ? read.unread : [];
  const selection = selectWindow(range, store, { hint, unread, limit: TRACES_PER_PAGE });
  const shown = new QueriedSpans();
  for await (const trace of walkTraces({ ...store, selection })) {
    for await (const { placed, ...rest } of portionsOf(trace, shown)) {
      const counted = placed.filter(({ span }) => isIn(range, span.start_time)).filter(matches);
      visit({ ...rest, placed: counted });
    }
  }
}

async function* portionsOf(trace: WholeTrace, shown: QueriedSpans): AsyncGenerator<TaggedTrace> {
  const shape = new TraceShape(trace.trace_id, trace.nodes);
  const rootService = await rootServiceOf(trace, shape, shown);
  let position = 0;
  for await (const portion of trace.read([...trace.nodes.keys()])) {
    const placed = portion.map((stored) => {
      const span = shown.show(stored);
      return { span, position: position++, shape, rootService };
    });
    yield { shape, rootService, placed };
  }
}

function isIn({ oldest, newest }: TempoRange, time: bigint): boolean {
  return (oldest === undefined || oldest <= time) && (newest === undefined || time < newest);
}
