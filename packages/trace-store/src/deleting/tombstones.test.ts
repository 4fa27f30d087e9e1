import {
  deleteIndexRows,
  deleteRows,
  insertTombstones,
  keepRemovedIds,
  markDeleted,
  markRemoved,
  selectLastTombstones,
  selectRemovable,
  selectSentAgain,
} from './tombstones.js';

const project_id = '0190163d-8694-739b-aea5-966c26f8ad90';
const trace_id = '0af7651916cd43dd8448eb211c80319c';
const tombstones = [
  { project_id, trace_id, log_partition: 3, log_offset: (1n << 48n) | 5n },
  { project_id, trace_id, log_partition: 3, log_offset: (1n << 48n) | 9n },
];

describe('statements of deletes', () => {
  it('mark and write tombstones', () => {
    expect(markDeleted(tombstones)).toMatchSnapshot();
    expect(insertTombstones(tombstones)).toMatchSnapshot();
    expect(selectLastTombstones).toMatchSnapshot();
  });

  it('remove the rows before the last tombstone of a trace', () => {
    expect(selectRemovable(1000)).toMatchSnapshot();
    expect(deleteRows(tombstones)).toMatchSnapshot();
    expect(selectSentAgain(tombstones)).toMatchSnapshot();
    expect(deleteIndexRows(tombstones)).toMatchSnapshot();
    expect(markRemoved(tombstones)).toMatchSnapshot();
    expect(keepRemovedIds(tombstones)).toMatchSnapshot();
  });
});
