import { arrangeTree, inTreeOrder, misplacedSpans } from '@spanhouse/span-schema/arrange-tree';
import { statusCodes } from '@spanhouse/span-schema/span-enums';
import {
  type Json,
  numberAt,
  type ShownSpan,
  serviceOf,
  textAt,
  valueAt,
} from '../../api/shown-span.js';
import { readTime } from '../../parts/values/format-time.js';
import { completeOutline, rollUp } from '../outline/complete-outline.js';
import { type Outline, readSpanId, STATUS_ERROR } from '../outline/outline.js';

const HAS_EVENTS = 1;
const HAS_INPUTS = 8;
const HAS_OUTPUTS = 16;

/** Computes the outline of a trace from its spans, in the same way as the service. */
export function outlineOfSpans(spans: readonly ShownSpan[]): Outline {
  const { order, parent, orphans, cycles } = arrangeSpans(spans);
  const inOrder = order.map((at) => spans[at] as ShownSpan);
  const starts = inOrder.map((span) => readTime(span.start_time));
  // biome-ignore lint/complexity/useMathMinMax: Math.min does not accept bigints.
  const base = starts.reduce((first, time) => (time < first ? time : first), starts[0] ?? 0n);
  const texts = new Map<string | undefined, number>([[undefined, -1]]);
  const indexOf = (text: string | undefined) => {
    const index = texts.get(text) ?? texts.size - 1;
    texts.set(text, index);
    return index;
  };
  const column = (text: (span: ShownSpan) => string | undefined) =>
    Int32Array.from(inOrder, (span) => indexOf(text(span)));
  const status = Uint8Array.from(inOrder, ({ status_code: code = '' }) =>
    Math.max(0, statusCodes.indexOf(code as never)),
  );
  const count = inOrder.length;
  return completeOutline({
    traceId: inOrder[0]?.trace_id ?? '',
    count,
    stored: count,
    isPartial: false,
    base,
    ids: BigUint64Array.from(inOrder, ({ span_id: id }) => readSpanId(id) ?? 0n),
    parent,
    start: Float64Array.from(starts, (ns) => Number(ns - base)),
    duration: Float64Array.from(inOrder, ({ end_time: end }, at) =>
      Number(readTime(end) - (starts[at] ?? 0n)),
    ),
    name: column(({ span_name: text }) => text),
    service: column(serviceOf),
    type: column(({ span_type: type }) => type),
    model: column(modelOf),
    texts: [...texts.keys()].filter((text) => text !== undefined),
    status,
    flags: Uint8Array.from(inOrder, flagsOf),
    bytes: new Float64Array(count),
    ...metricsOf(inOrder, { parent, status }),
    orphans,
    cycles,
  });
}

function metric(span: ShownSpan, of: 'tokens' | 'costs', part: string): number | undefined {
  return numberAt(span.attributes, 'ag', 'metrics', of, 'incremental', part);
}

/** Returns the token counts of a span, including counts under OpenTelemetry attribute names. */
function tokensOf(span: ShownSpan) {
  const usage = valueAt(span.attributes, 'gen_ai', 'usage');
  const prompt = metric(span, 'tokens', 'prompt') ?? numberAt(usage, 'input_tokens') ?? 0;
  const completion = metric(span, 'tokens', 'completion') ?? numberAt(usage, 'output_tokens') ?? 0;
  return { prompt, completion, total: metric(span, 'tokens', 'total') ?? prompt + completion };
}

function modelOf({ attributes }: ShownSpan): string | undefined {
  return ['response', 'request']
    .flatMap((whose) => [
      textAt(attributes, 'ag', 'meta', whose, 'model'),
      textAt(attributes, 'gen_ai', whose, 'model'),
    ])
    .find((model) => model !== undefined);
}

function flagsOf({ events = [], attributes }: ShownSpan): number {
  const has = (value: Json | undefined, flag: number) => (value === undefined ? 0 : flag);
  const data = valueAt(attributes, 'ag', 'data');
  return (
    (events.length > 0 ? HAS_EVENTS : 0) +
    has(valueAt(data, 'inputs'), HAS_INPUTS) +
    has(valueAt(data, 'outputs'), HAS_OUTPUTS)
  );
}

/** Returns the metrics of each span, the sums for each span's subtree, and the totals for the trace. */
function metricsOf(
  spans: readonly ShownSpan[],
  { parent, status }: Pick<Outline, 'parent' | 'status'>,
) {
  const usage = spans.map(tokensOf);
  const tokens = Float64Array.from(usage, ({ total }) => total);
  const costs = Float64Array.from(spans, (span) => metric(span, 'costs', 'total') ?? 0);
  const errors = Float64Array.from(status, (code) => Number(code === STATUS_ERROR));
  const sum = (values: Iterable<number>) =>
    Float64Array.from(values).reduce((all, one) => all + one, 0);
  return {
    tokens,
    tokensAll: rollUp(parent, tokens),
    costs,
    costsAll: rollUp(parent, costs),
    errorsAll: rollUp(parent, errors),
    totals: {
      tokens: {
        prompt: sum(usage.map(({ prompt }) => prompt)),
        completion: sum(usage.map(({ completion }) => completion)),
        total: sum(tokens),
      },
      costs: { prompt: 0, completion: 0, total: sum(costs) },
      errors: sum(errors),
    },
  };
}

/**
 * Arranges spans as a tree; see docs/api/spans-and-traces.md#trees. Returns the span indexes in tree order, and for
 * each span the position of its parent in that order. The position is -1 for top-level spans.
 */
export function arrangeSpans(spans: readonly ShownSpan[]) {
  const nodes = spans.map(({ span_id, parent_id, start_time }) => ({
    span_id,
    parent_id,
    start_time: readTime(start_time),
  }));
  const { order, parent } = inTreeOrder(arrangeTree(nodes));
  const inOrder = Array.from(order, (index) => nodes[index] as (typeof nodes)[number]);
  const { orphans, cycles } = misplacedSpans(inOrder, parent);
  return { order: [...order], parent, orphans: new Map(orphans), cycles: new Map(cycles) };
}
