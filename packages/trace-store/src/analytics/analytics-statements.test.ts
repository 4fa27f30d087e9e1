import type { ActorSelection, BucketSelection, MetricSpec } from '../trace-analytics.js';
import { selectActors, selectSummaries } from './actors/list-actors.js';
import { facetPasses, selectFacets } from './aggregates/aggregate-facets.js';
import {
  type Aggregated,
  selectGroups,
  selectRows,
  selectTotal,
} from './aggregates/aggregate-statements.js';
import { selectMetrics, selectSums } from './aggregates/measure-buckets.js';
import { selectAttributeKeys, selectPartKeys, selectValues } from './discovery/list-attributes.js';
import { selectCalls, selectTrees } from './totals/echoed-usage.js';
import { isRoot, toRowSelection } from './totals/trace-entries.js';
import { selectUnresolved, type Unresolved } from './totals/unresolved-traces.js';

const project_id = '0190163d-8694-739b-aea5-966c26f8ad90';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const selection: BucketSelection = {
  project_id,
  filter: { kind: 'equals_any', field: 'span_name', values: ['GET /'] },
  oldest: 1n,
  newest: 2n,
  ratePercent: 29,
  snapshot: [1n << 48n],
  bucketNs: 60_000_000_000n,
};
const noUsage = { echoes: [], tokens: [], costs: [] };
const none: Unresolved = { traces: [], deleted: [], usage: noUsage };
const some: Unresolved = {
  traces: [{ trace_id: traceId, usage: 0n, hasOtherRows: true, from: 1n, to: 2n }],
  deleted: [{ trace_id: traceId, deletedBefore: 7n }],
  usage: noUsage,
};
const spanKey = `${traceId}b7ad6b7169203331`;
const actors: ActorSelection = {
  ...toRowSelection(selection),
  filter: undefined,
  limit: 50,
  actor: 'session',
  isLatest: false,
  withSummaries: true,
  after: { time: 1n, id: 's' },
};
const specs: readonly MetricSpec[] = [
  { type: 'numeric/continuous', path: 'ag.metrics.tokens.cumulative.total' },
  { type: 'categorical/single', path: 'tier' },
];
const aggregated: Aggregated = {
  aggregation: {
    selection: { ...toRowSelection(selection), filter: undefined, order: 'descending' },
    focus: 'span',
    time: selection,
    value: { path: 'score', scale: 'log', bins: 2, min: 1, max: undefined },
    groupBy: [{ field: 'attributes', key: 'tier' }, { field: 'span_type' }],
    measures: [
      { kind: 'count' },
      { kind: 'failed' },
      { kind: 'percentile', level: 0.95 },
      { kind: 'sum', of: 'tokens_total' },
    ],
    limit: 20,
    facets: [],
  },
  unresolved: none,
};
const range = {
  project_id,
  source: 'attributes' as const,
  snapshot: [],
  oldest: 1n,
  newest: 2n,
  prefix: 'ag.',
  limit: 100,
};

describe('statements of analytics', () => {
  it('look for the traces that are not plain', () => {
    const scope = { selection: toRowSelection(selection), only: isRoot, isOneRow: true };
    const without = { ...scope, isUnclear: 'false', needsTotals: false };
    expect(selectUnresolved(without, [])).toMatchSnapshot();
    expect(selectUnresolved({ ...without, needsTotals: true }, [])).toMatchSnapshot();
  });

  it('find the traces that are not plain in the trace index alone if every span counts', () => {
    const all = { ...toRowSelection(selection), filter: undefined, ratePercent: undefined };
    const scope = { selection: all, only: 'true', isUnclear: 'false' };
    expect(selectUnresolved({ ...scope, needsTotals: false }, [])).toMatchSnapshot();
  });

  it('find the calls and the wrappers of traces whose usage needs care', () => {
    expect(selectCalls(toRowSelection(selection), some)).toMatchSnapshot();
    expect(selectTrees(toRowSelection(selection), some)).toMatchSnapshot();
  });

  it('leave out echoes, and add what wrappers report', () => {
    const usage = { echoes: [spanKey], tokens: [spanKey], costs: [] };
    const unresolved = { ...some, usage };
    expect(selectMetrics(selection, unresolved, specs.slice(0, 1))).toMatchSnapshot();
  });

  it('measure plain traces, and those that have to be put together', () => {
    expect(selectMetrics(selection, none, specs)).toMatchSnapshot();
    expect(selectMetrics(selection, some, specs.slice(0, 1))).toMatchSnapshot();
  });

  it('sum spans by bucket', () => {
    expect(selectSums(selection, none, 'span')).toMatchSnapshot();
  });

  it('count and measure by time, value and fields', () => {
    expect(selectTotal(aggregated, [{ field: 'service_name' }])).toMatchSnapshot();
    const limits = { edges: [1, 2, 4], groups: [['"a"', 'llm']] };
    expect(selectRows({ ...aggregated, unresolved: some }, limits)).toMatchSnapshot();
  });

  it('count the values of fields', () => {
    const { groupBy } = aggregated.aggregation;
    expect(selectGroups(aggregated)).toMatchSnapshot();
    expect(facetPasses(groupBy).map((pass) => selectFacets(aggregated, pass))).toMatchSnapshot();
  });

  it('list sessions and sum up their traces', () => {
    expect(selectActors(actors, some)).toMatchSnapshot();
    expect(selectSummaries(actors, none, ['s'])).toMatchSnapshot();
  });

  it('list keys and values of attributes', () => {
    expect(selectAttributeKeys(range)).toMatchSnapshot();
    expect(selectValues({ ...range, key: 'tier' }, none)).toMatchSnapshot();
    expect(selectPartKeys({ ...range, source: 'events' }, none)).toMatchSnapshot();
    expect(selectValues({ ...range, source: 'events', key: 'a.b' }, none)).toMatchSnapshot();
  });
});
