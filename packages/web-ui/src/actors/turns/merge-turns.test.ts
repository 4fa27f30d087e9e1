import type { TraceSummary } from '../../api/trace-summary.js';
import { mergeTurns } from './merge-turns.js';

function turn(id: string, second: number, spans = 1): TraceSummary {
  const start = `2026-05-01T10:00:0${second}Z`;
  return { trace_id: id, start_time: start, spans } as TraceSummary;
}

const listed = [turn('a', 1), turn('b', 2)];
const arrived = new Map([turn('d', 4), turn('b', 2, 5), turn('c', 3)].map((t) => [t.trace_id, t]));

describe('mergeTurns', () => {
  it('replaces listed turns by their newer summaries, in their places', () => {
    expect(mergeTurns(listed, arrived, 'ascending').listed).toEqual([
      turn('a', 1),
      turn('b', 2, 5),
    ]);
  });

  it('adds new turns in the order of the feed', () => {
    const ids = (order: 'ascending' | 'descending') =>
      mergeTurns(listed, arrived, order).arrived.map(({ trace_id: id }) => id);

    expect([ids('ascending'), ids('descending')]).toEqual([
      ['c', 'd'],
      ['d', 'c'],
    ]);
  });
});
