import { HttpProblem } from '@spanhouse/api-kit';
import { formatTimestamp, type JsonObject, withoutUndefined } from '@spanhouse/span-schema';
import { z } from 'zod';
import { invalidTraceId, parseSpanIdOr400, parseTraceIdOr400 } from '../../requests/parse-ids.js';
import { type OutlineRow, outlineRows } from '../../span-json/outline-lines.js';
import { rollUpTrace } from '../../span-json/recompute-trace.js';
import { countsOf, sumTrace } from '../../span-json/sum-trace.js';
import { chooseSpans } from '../answer/choose-spans.js';
import { sizeArgument, type Tool } from './tool.js';

/** Share of an answer that rows may take. The rest is for the other members of the answer. */
const ROWS_SHARE = 0.7;

/** Shows the spans of a trace without their payloads. */
export const openTrace: Tool = {
  name: 'open_trace',
  title: 'Open a trace',
  description:
    'Shows the tree of a trace without payloads: each span with depth, name, type, status, start and duration in ' +
    'nanoseconds, tokens and costs with all its descendants. Failed spans and the top of the tree come first if not ' +
    'all fit; span_id opens a part. Then read payloads with read_spans. ' +
    'Example: {"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"}.',
  schema: z.strictObject({
    trace_id: z.string().describe('32 hexadecimal digits.'),
    span_id: z.string().optional().describe('Shows only this span and what is below it.'),
    ...sizeArgument,
  }),
  async run(args, { context, maxCharacters }) {
    const { principal, reader, signal } = context;
    const trace_id = parseTraceIdOr400(String(args['trace_id']), invalidTraceId);
    const below = args['span_id'];
    const span_id =
      below === undefined ? undefined : parseSpanIdOr400(String(below), 'Invalid span_id.');
    const nodes = await reader.readOutline({ project_id: principal.project_id, trace_id }, signal);
    const measured = rollUpTrace(nodes);
    const rows = withDepths(outlineRows(nodes, measured));
    const totals = sumTrace(measured);
    const base = nodes[0]?.start_time ?? 0n;
    const shown = subtreeOf(rows, span_id).map((row) => ({ ...row, json: describe(row, base) }));
    const { chosen, left } = chooseSpans(shown, maxCharacters * ROWS_SHARE);
    return {
      data: {
        trace_id,
        found: nodes.length > 0,
        span_count: nodes.length,
        start_time: formatTimestamp(base),
        totals: { tokens: { ...totals.tokens }, costs: { ...totals.costs }, errors: totals.errors },
        spans: chosen.map(({ json }) => json),
      },
      rows: '/spans',
      cuts: left > 0 ? [{ at: '/spans', missing: 'items', count: left }] : [],
      more: 'Open a part with span_id, or use a larger max_characters.',
    };
  },
};

interface DeepRow extends OutlineRow {
  readonly depth: number;
}

function withDepths(rows: readonly OutlineRow[]): readonly DeepRow[] {
  const depths: number[] = [];
  return rows.map((row) => {
    const depth = row.parent < 0 ? 0 : (depths[row.parent] ?? 0) + 1;
    depths.push(depth);
    return { ...row, depth };
  });
}

/** Describes a span. Leaves out members without information, so that more spans fit. */
function describe({ node, metrics, depth }: DeepRow, base: bigint): JsonObject {
  const { span_id, parent_id, span_name, span_type, span_kind, status_code } = node;
  const tokens = countsOf(metrics.tokens.cumulative).total;
  const costs = countsOf(metrics.costs.cumulative).total;
  return withoutUndefined({
    span_id,
    parent_id,
    depth,
    span_name,
    span_type,
    service_name: node.service_name,
    span_kind: span_kind === 'SPAN_KIND_UNSPECIFIED' ? undefined : span_kind,
    status_code: status_code === 'STATUS_CODE_UNSET' ? undefined : status_code,
    start_offset_ns: node.start_time - base,
    duration_ns: node.end_time - node.start_time,
    model: node.model,
    tokens: tokens || undefined,
    costs: costs || undefined,
    errors: metrics.errors.cumulative || undefined,
    attribute_bytes: node.attribute_bytes,
  });
}

/** Returns a span and its descendants. The rows MUST be in tree order. Throws a 404 if the span is missing. */
function subtreeOf(rows: readonly DeepRow[], span_id: string | undefined): readonly DeepRow[] {
  if (span_id === undefined) {
    return rows;
  }
  const first = rows.findIndex(({ node }) => node.span_id === span_id);
  const top = rows[first];
  if (top === undefined) {
    throw new HttpProblem(
      404,
      { detail: `The trace has no span ${span_id}.` },
      { loc: ['span_id'] },
    );
  }
  const after = rows.findIndex(({ depth }, index) => index > first && depth <= top.depth);
  return rows.slice(first, after < 0 ? undefined : after);
}
