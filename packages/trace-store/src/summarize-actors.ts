import { currentSpans, type Doubts } from './doubtful-traces.js';
import { jsonRows } from './metric-aggregates.js';
import type { RunStatement } from './run-statement.js';
import { spansOfActors } from './spans-of-actors.js';
import { type Statement, StatementParameters } from './statement.js';
import type { ActorSelection, ActorSummary } from './trace-analytics.js';
import { IS_ROOT } from './trace-entries.js';
import { incrementalOf, SUMS, sumsOfSpans, totalOf } from './trace-totals.js';

interface SummaryRequest {
  readonly selection: ActorSelection;
  readonly doubts: Doubts;
  readonly ids: readonly string[];
}

export async function summarizeActors(
  run: RunStatement,
  request: SummaryRequest,
): Promise<ReadonlyMap<string, ActorSummary>> {
  if (request.ids.length === 0) {
    return new Map();
  }
  const rows = jsonRows<SummaryRow>(await run(selectSummaries(request)));
  return new Map(rows.map(([id, ...summary]) => [id, toSummary(summary)]));
}

type Counts = readonly [number, number, number];
type Summary = readonly [number, string, string, number, Counts, Counts];
type SummaryRow = readonly [string, ...Summary];

function toSummary([traces, first, last, errors, tokens, costs]: Summary): ActorSummary {
  return {
    traces,
    firstTime: BigInt(first),
    lastTime: BigInt(last),
    tokens: toCounts(tokens),
    costs: toCounts(costs),
    errors,
  };
}

function toCounts([prompt, completion, total]: Counts) {
  return { prompt, completion, total };
}

export function selectSummaries(request: SummaryRequest): Statement {
  const parameters = new StatementParameters();
  const { selection, doubts, ids } = request;
  const wanted = parameters.bind('Array(String)', ids);
  const pairs = [
    `SELECT DISTINCT id, trace_id FROM (${spansOfActors(selection, doubts, parameters)})`,
    `WHERE id IN ${wanted}`,
  ].join(' ');
  const query = [
    'SELECT id, count(), toString(toUnixTimestamp64Nano(min(first_time))), toString(toUnixTimestamp64Nano(max(last_time))),',
    'sum(errors), tuple(sum(tokens_prompt), sum(tokens_completion), sum(tokens_total)),',
    'tuple(sum(costs_prompt), sum(costs_completion), sum(costs_total))',
    `FROM (${totals(request, parameters)}) AS t INNER JOIN (${pairs}) AS p ON p.trace_id = t.trace_id`,
    'GROUP BY id SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow',
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** SQL: first and last time and the totals of traces; a plain trace is one row of the index. */
function totals({ selection, doubts }: SummaryRequest, parameters: StatementParameters): string {
  const names = ['trace_id', 'first_time', 'last_time'];
  const shown = (submitted: (name: string) => string) =>
    SUMS.map((name) => `${totalOf(name, submitted(name))} AS total_${name}`);
  const renamed = SUMS.map((name) => `total_${name} AS ${name}`);
  const plain = [
    `SELECT trace_id, min_start_time AS first_time, max_end_time AS last_time, ${shown((name) => `root_${name}`).join(', ')}`,
    `FROM trace_index WHERE project_id = ${parameters.bind('UUID', selection.project_id)}`,
    ...(doubts.traces.length === 0
      ? []
      : [
          `AND trace_id NOT IN ${parameters.bindIds(doubts.traces.map((trace) => trace.trace_id))}`,
        ]),
  ].join(' ');
  const branches = [plain];
  if (doubts.traces.length > 0) {
    branches.push(
      `SELECT ${[...names, ...shown((name) => `root_${name}`)].join(', ')} FROM (${doubtful({ selection, doubts }, parameters)})`,
    );
  }
  return branches
    .map((branch) => `SELECT ${[...names, ...renamed].join(', ')} FROM (${branch})`)
    .join(' UNION ALL ');
}

function doubtful(
  { selection, doubts }: Pick<SummaryRequest, 'selection' | 'doubts'>,
  parameters: StatementParameters,
): string {
  const columns = {
    started: 'start_time',
    ended: 'end_time',
    is_root: IS_ROOT,
    ...Object.fromEntries(SUMS.map((name) => [`sum_${name}`, incrementalOf(name)])),
    ...Object.fromEntries(SUMS.map((name) => [`sent_${name}`, `submitted_${name}`])),
  };
  const spans = currentSpans(selection, { doubts, columns }, parameters);
  const sent = SUMS.map((name) => `sent_${name}`).join(', ');
  const traces = [
    'SELECT trace_id, min(started) AS first_time, max(ended) AS last_time,',
    `argMinIf(tuple(${sent}), (started, span_id), is_root) AS root,`,
    sumsOfSpans((name) => `sum_${name}`).join(', '),
    `FROM (${spans}) GROUP BY trace_id`,
  ].join(' ');
  const ofRoot = SUMS.map((name, index) => `root.${index + 1} AS root_${name}`);
  return `SELECT trace_id, first_time, last_time, ${[...SUMS, ...ofRoot].join(', ')} FROM (${traces})`;
}
