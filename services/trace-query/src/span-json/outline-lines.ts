import {
  arrangeTree,
  formatTimestamp,
  inTreeOrder,
  type JsonObject,
  misplacedSpans,
  type SpanMetrics,
  spanKinds,
  statusCodes,
} from '@spanhouse/span-schema';
import { type OutlineNode, outlineFlags } from '@spanhouse/trace-store/reader';
import { isAnnotationTrace, type MeasuredNode, rollUpTrace } from './recompute-trace.js';
import { countsOf, sumTrace } from './sum-trace.js';

/** Number of spans per line. */
const PORTION = 4096;
/**
 * Largest integer that is written as a number. Larger integers are written as strings, because JavaScript cannot
 * represent them exactly.
 */
const MAX_EXACT = 2n ** 53n;

type Triple = readonly [prompt: number, completion: number, total: number];

/** A span with its position in the tree. Its metrics have the same values as in trace-shaped reads. */
export interface OutlineRow {
  readonly node: OutlineNode;
  /** Index of the parent in the list; -1 at the top level. */
  readonly parent: number;
  readonly metrics: SpanMetrics;
  readonly isAnnotation: boolean;
}

/**
 * Yields the lines of a trace's outline; see docs/api/spans-and-traces.md. `nodes` contains all current spans of the
 * trace, sorted by (start_time, span_id).
 */
export function* outlineLines(trace_id: string, nodes: readonly OutlineNode[]): Generator<string> {
  const [first] = nodes;
  if (first === undefined) {
    yield JSON.stringify({ trace_id, spans: 0 });
    yield JSON.stringify({ end: true, orphans: [], cycles: [], totals: sumTrace([]) });
    return;
  }
  const measured = rollUpTrace(nodes);
  const rows = outlineRows(nodes, measured);
  const base = first.start_time;
  yield JSON.stringify({ trace_id, spans: rows.length, base: formatTimestamp(base) });
  const texts = new Texts();
  for (let at = 0; at < rows.length; at += PORTION) {
    yield JSON.stringify(writePortion(rows.slice(at, at + PORTION), { base, texts }));
  }
  const misplaced = misplacedSpans(
    rows.map(({ node }) => node),
    rows.map(({ parent }) => parent),
  );
  yield JSON.stringify({ end: true, ...misplaced, totals: sumTrace(measured) });
}

/** Returns all spans of a trace in tree order, in which each span precedes its children. */
export function outlineRows(
  nodes: readonly OutlineNode[],
  measured: readonly MeasuredNode[],
): readonly OutlineRow[] {
  const isAnnotation = isAnnotationTrace(nodes);
  const { order, parent } = inTreeOrder(arrangeTree(nodes));
  return Array.from(order, (position, at) => ({
    node: nodes[position] as OutlineNode,
    parent: parent[at] ?? -1,
    metrics: (measured[position] as MeasuredNode).metrics,
    isAnnotation,
  }));
}

/** Strings that the lines share, in the order of first use. */
class Texts {
  readonly #indexes = new Map<string, number>();
  #fresh: string[] = [];

  /** Returns the index of a string; -1 for undefined. */
  indexOf(text: string | undefined): number {
    if (text === undefined) {
      return -1;
    }
    const known = this.#indexes.get(text);
    if (known !== undefined) {
      return known;
    }
    this.#fresh.push(text);
    this.#indexes.set(text, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  /** Returns the strings that were added since the last call. */
  takeFresh(): readonly string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

interface PortionContext {
  readonly base: bigint;
  readonly texts: Texts;
}

function writePortion(rows: readonly OutlineRow[], { base, texts }: PortionContext): object {
  const nodes = rows.map(({ node }) => node);
  const column = (text: (node: OutlineNode) => string | undefined) =>
    nodes.map((node) => texts.indexOf(text(node)));
  const counts = (metric: 'tokens' | 'costs', sum: 'incremental' | 'cumulative') =>
    rows.map(({ metrics }) => tripleOf(metrics[metric][sum]));
  const members = {
    span_id: nodes.map(({ span_id }) => span_id),
    parent: rows.map(({ parent }) => parent),
    start: nodes.map(({ start_time }) => exact(start_time - base)),
    duration: nodes.map(({ start_time, end_time }) => exact(end_time - start_time)),
    name: column(({ span_name }) => span_name),
    service: column(({ service_name }) => service_name),
    type: column(({ span_type }) => span_type),
    kind: nodes.map(({ span_kind }) => spanKinds.indexOf(span_kind as never)),
    status: nodes.map(({ status_code }) => statusCodes.indexOf(status_code as never)),
    model: column(({ model }) => model),
    flags: rows.map(({ node, isAnnotation }) =>
      isAnnotation ? node.flags + outlineFlags.annotation : node.flags,
    ),
    bytes: nodes.map(({ attribute_bytes }) => attribute_bytes),
    tokens: counts('tokens', 'incremental'),
    tokens_all: counts('tokens', 'cumulative'),
    costs: counts('costs', 'incremental'),
    costs_all: counts('costs', 'cumulative'),
    errors: rows.map(({ metrics }) => metrics.errors.incremental ?? 0),
    errors_all: rows.map(({ metrics }) => metrics.errors.cumulative ?? 0),
  };
  return { texts: texts.takeFresh(), ...members };
}

function exact(ns: bigint): number | string {
  return ns < MAX_EXACT && ns > -MAX_EXACT ? Number(ns) : ns.toString();
}

function tripleOf(metric: JsonObject | undefined): Triple {
  const { prompt, completion, total } = countsOf(metric);
  return [prompt, completion, total];
}
