import type { RunStatement } from '../connection/run-statement.js';
import { jsonRows } from '../connection/run-statement.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import { memberSql } from '../filter/packed-text.js';
import { compareSpanPositions, type SpanKey } from '../selection/row-positions.js';
import { notExpired } from '../selection/selection-conditions.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import type { PageStream, SpanSelection, SummaryNode, TraceToSummarize } from '../trace-reader.js';
import { groupByRows } from '../traces/open-traces.js';
import { selectTexts } from '../traces/select-nodes.js';
import { readSummaryNodes } from '../traces/summary-nodes.js';
import { rowsOf } from '../traces/trace-extents.js';
import { currentRows } from './current-rows.js';
import { streamRanked } from './list-traces.js';
import type { ListRead } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';

/**
 * Maximum size of the inputs and outputs that are read for a group of root spans. If a group exceeds it, the two halves
 * of the group are read separately.
 */
const MAX_DATA_BYTES = 8 * 1024 * 1024;

/** Streams the summary data of the selected traces in the order of their ranks. */
export function streamSummaries(
  read: ListRead,
  start: TraceWalkStart,
): PageStream<TraceToSummarize> {
  return streamRanked(read, start, ({ run }, ranked) => openSummaries(run, start, ranked));
}

interface CountedTrace extends Omit<TraceToSummarize, 'inputs' | 'outputs'> {
  readonly extent: RankedTrace['extent'];
  readonly root: SummaryNode | undefined;
}

async function* openSummaries(
  run: RunStatement,
  { selection }: TraceWalkStart,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly TraceToSummarize[]> {
  if (ranked.length === 0) {
    return;
  }
  const ids = ranked.map(({ trace_id }) => trace_id);
  const annotations = await countAnnotations(run, selection.project_id, ids);
  for (const group of groupByRows(ranked.map(withRowCount))) {
    const nodes = await readSummaryNodes(
      run,
      selection,
      group.map(({ extent }) => extent),
    );
    const counted = group.flatMap(({ trace_id, rank, extent }) => {
      const found = nodes.get(trace_id);
      return found === undefined
        ? []
        : [
            {
              trace_id,
              rank,
              extent,
              nodes: found,
              root: found.find(({ parent_id }) => parent_id === undefined),
              annotations: annotations.get(trace_id) ?? 0,
            },
          ];
    });
    yield* withData(run, selection, counted);
  }
}

function withRowCount(trace: RankedTrace) {
  return { ...trace, rowCount: trace.extent.rowCount };
}

/** Adds the inputs and outputs of the root spans. They are read in portions that fit into memory. */
async function* withData(
  run: RunStatement,
  selection: SpanSelection,
  traces: readonly CountedTrace[],
): AsyncGenerator<readonly TraceToSummarize[]> {
  const pending = [traces];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const data = await readData(run, selection, part);
    if (data === undefined) {
      const middle = Math.ceil(part.length / 2);
      pending.push(part.slice(middle), part.slice(0, middle));
    } else if (part.length > 0) {
      yield part.map((trace) => toSummarize(trace, data));
    }
  }
}

function toSummarize(
  { extent: _, root, ...trace }: CountedTrace,
  data: ReadonlyMap<string, SpanData>,
): TraceToSummarize {
  const [inputs, outputs] = data.get(`${trace.trace_id}${root?.span_id}`) ?? [];
  return { ...trace, inputs: inputs || undefined, outputs: outputs || undefined };
}

/**
 * Reads the inputs and outputs of root spans. Resolves with undefined if the group is too large and must be divided.
 */
async function readData(
  run: RunStatement,
  { project_id }: SpanSelection,
  traces: readonly CountedTrace[],
): Promise<ReadonlyMap<string, SpanData> | undefined> {
  const roots = traces.flatMap(({ root, extent }) =>
    root === undefined ? [] : [{ root, extent }],
  );
  if (roots.length === 0) {
    return new Map();
  }
  const span_ids = [...new Set(roots.map(({ root }) => root.span_id))];
  // The extent is limited to the root, because the trace's other spans may have very different start times.
  const extents = roots.map(({ root: { start_time }, extent }) => ({
    ...extent,
    from: start_time,
    to: start_time,
  }));
  const maxBytes = roots.length > 1 ? MAX_DATA_BYTES : Number.POSITIVE_INFINITY;
  const answer = await run(selectSpanData(rowsOf(project_id, extents, span_ids)), maxBytes);
  return answer.length < maxBytes ? decodeSpanData(answer) : undefined;
}

/** The inputs and outputs of a span as JSON; `''` if the span has none. */
type SpanData = readonly [inputs: string, outputs: string];

/** Selects the inputs and outputs of spans. The current version of each span comes last. */
function selectSpanData(ids: SpanIds): Statement {
  const member = (name: string) => `JSONExtractRaw(attributes, 'ag', 'data', '${name}')`;
  const keys = ['lower(hex(trace_id))', 'lower(hex(span_id))'];
  return selectTexts(ids, [...keys, member('inputs'), member('outputs')]);
}

/** Decodes inputs and outputs by span. The key is the trace id followed by the span id. */
function decodeSpanData(answer: Buffer): ReadonlyMap<string, SpanData> {
  const rows = jsonRows<readonly [string, string, ...SpanData]>(answer);
  return new Map(rows.map(([trace_id, span_id, ...data]) => [trace_id + span_id, data]));
}

/** Counts the annotations that link to each trace. Traces without annotations are omitted. */
async function countAnnotations(run: RunStatement, projectId: string, traceIds: readonly string[]) {
  const found = decodeAnnotations(await run(selectAnnotations(projectId, traceIds)));
  const { rows } = await currentRows(run, projectId, found.toSorted(compareSpanPositions));
  const counts = new Map<string, number>();
  for (const trace_id of rows.flatMap(({ linked }) => linked)) {
    counts.set(trace_id, (counts.get(trace_id) ?? 0) + 1);
  }
  return counts;
}

/** The root of an annotation, and the requested traces to which it links. */
interface AnnotationRoot extends SpanKey {
  readonly linked: readonly string[];
}

/** Selects the roots of annotations that link to one of the traces. The rows may include older versions. */
function selectAnnotations(project_id: string, traceIds: readonly string[]): Statement {
  const links = memberSql('links');
  const linked = `arrayMap(link -> JSONExtractString(link, 'trace_id'), JSONExtractArrayRaw(${links}))`;
  return sql`
    SELECT toString(toUnixTimestamp64Nano(start_time)), lower(hex(trace_id)), lower(hex(span_id)),
    toString(toUnixTimestamp64Nano(received_at)),
    arrayIntersect(${linked}, ${bind('Array(String)', traceIds)}) AS wanted
    FROM spans WHERE project_id = ${bind('UUID', project_id)} AND trace_type = 'annotation'
    AND parent_id = toFixedString('', 8) AND ${links} != '' AND notEmpty(wanted) AND ${notExpired}
    FORMAT JSONCompactEachRow
  `;
}

function decodeAnnotations(answer: Buffer): readonly AnnotationRoot[] {
  const rows = jsonRows<readonly [string, string, string, string, readonly string[]]>(answer);
  return rows.map(([start, trace_id, span_id, received, linked]) => ({
    start_time: BigInt(start),
    trace_id,
    span_id,
    received_at: BigInt(received),
    linked,
  }));
}
