import type { SpanSelection } from '../trace-reader.js';
import { selectNodes } from '../traces/select-nodes.js';
import { selectShownKeys, selectSpans, selectVersions } from '../traces/select-spans.js';
import { selectExtents } from '../traces/trace-extents.js';
import { selectKeys, selectRows } from './key-walk.js';
import { selectReach } from './project-reaches.js';
import { selectRanks } from './rank-traces.js';

const project_id = '0190163d-8694-739b-aea5-966c26f8ad90';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const selection: SpanSelection = {
  project_id,
  filter: { kind: 'equals_any', field: 'span_name', values: ['GET /'] },
  oldest: 1n,
  newest: 2n,
  order: 'descending',
  ratePercent: 29,
  snapshot: [(1n << 48n) | 5n, 1n << 48n],
  limit: 50,
};
const ids = {
  project_id,
  trace_ids: [traceId],
  span_ids: [spanId],
  ranges: [
    { from: 1n, to: 2n },
    { from: 5n, to: 6n },
  ],
  deleted: [],
};
const deleted = [{ trace_id: traceId, deletedBefore: (1n << 48n) | 3n }];
const position = { start_time: 1n, trace_id: traceId, span_id: spanId };

describe('statements of reads', () => {
  it('walk the sort key from a position', () => {
    expect(selectKeys(selection, { after: position, limit: 60, deleted: [] })).toMatchSnapshot();
    expect(
      selectKeys(
        {
          ...selection,
          order: 'ascending',
          filter: undefined,
          snapshot: [],
          ratePercent: undefined,
        },
        { after: undefined, limit: 60, deleted: [] },
      ),
    ).toMatchSnapshot();
  });

  it('read rows and their versions by ids', () => {
    expect(selectSpans(ids, { hasVersions: true, hasExpired: true })).toMatchSnapshot();
    expect(selectSpans(ids, { hasVersions: false, hasExpired: false })).toMatchSnapshot();
    expect(selectRows(selection, { after: position, limit: 60, deleted: [] })).toMatchSnapshot();
    expect(selectVersions(ids)).toMatchSnapshot();
    const buckets = [{ bucket: -1n, trace_id: traceId }];
    expect(selectVersions({ ...ids, buckets })).toMatchSnapshot();
    expect(selectShownKeys({ ...ids, deleted })).toMatchSnapshot();
  });

  it('select the extents and ranks of traces', () => {
    expect(selectExtents(project_id, [traceId])).toMatchSnapshot();
    const all = { ...ids, span_ids: undefined, ranges: [{ from: 1n, to: 2n }], deleted };
    expect(selectRanks(selection, all)).toMatchSnapshot();
  });

  it('read the nodes of a trace, and the time range of the rows of a project', () => {
    expect(selectNodes(ids)).toMatchSnapshot();
    expect(selectReach(project_id)).toMatchSnapshot();
  });

  it('continue within a start time after a span id', () => {
    const boundary = { from: 1n, to: 9n, span_id: spanId };
    const step = { after: undefined, limit: 60, deleted: [] };
    expect(selectKeys({ ...selection, boundary }, step)).toMatchSnapshot();
  });
});
