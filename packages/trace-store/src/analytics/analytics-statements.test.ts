import type { ActorSelection, BucketSelection, MetricSpec } from '../trace-analytics.js';
import { selectAttributeKeys } from './attribute-keys.js';
import { selectValues } from './attribute-values.js';
import { selectActors } from './list-actors.js';
import { selectMetrics } from './measure-traces.js';
import { selectSums } from './sum-buckets.js';
import { selectSummaries } from './summarize-actors.js';
import { isRoot, toRowSelection } from './trace-entries.js';
import { selectUnresolved, type Unresolved } from './unresolved-traces.js';

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
const none: Unresolved = { traces: [], deleted: [] };
const some: Unresolved = {
  traces: [{ trace_id: traceId, from: 1n, to: 2n }],
  deleted: [{ trace_id: traceId, deletedBefore: 7n }],
};
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
const range = { project_id, oldest: 1n, newest: 2n, prefix: 'ag.', limit: 100 };

describe('statements of analytics', () => {
  it('look for the traces that are not plain', () => {
    const scope = { selection: toRowSelection(selection), only: () => isRoot, isOneRow: true };
    expect(selectUnresolved({ ...scope, isUnclear: () => 'false' }, [])).toMatchSnapshot();
  });

  it('measure plain traces, and those that have to be put together', () => {
    expect(selectMetrics({ selection, unresolved: none }, specs)).toMatchSnapshot();
    expect(selectMetrics({ selection, unresolved: some }, specs.slice(0, 1))).toMatchSnapshot();
  });

  it('sum spans by bucket', () => {
    expect(selectSums({ selection, unresolved: none }, 'span')).toMatchSnapshot();
  });

  it('list sessions and sum up their traces', () => {
    expect(selectActors(actors, some)).toMatchSnapshot();
    expect(selectSummaries({ selection: actors, unresolved: none, ids: ['s'] })).toMatchSnapshot();
  });

  it('list keys and values of attributes', () => {
    expect(selectAttributeKeys(range)).toMatchSnapshot();
    expect(selectValues({ ...range, key: 'tier', snapshot: [] }, none)).toMatchSnapshot();
  });
});
