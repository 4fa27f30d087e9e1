import type { ShownSpan } from '../../api/shown-span.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { settle } from '../../testing/settle.js';
import { LiveTurns } from './live-turns.js';

function setUp() {
  const rows: ShownSpan[] = [];
  const listeners = new Set<() => void>();
  const reads: {
    ids: readonly string[];
    answer: (ids: readonly string[]) => void;
    fail: () => void;
  }[] = [];
  const timers: (() => void)[] = [];
  let shown: readonly string[] = [];
  const turns = new LiveTurns({
    live: {
      row: (index) => rows[index],
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    load: (ids) =>
      new Promise((resolve, reject) => {
        reads.push({
          ids,
          answer: (found) => resolve(found.map((id) => ({ trace_id: id }) as TraceSummary)),
          fail: () => reject(new Error('busy')),
        });
      }),
    after: (_ms, callback) => {
      timers.push(callback);
      return () => void timers.splice(timers.indexOf(callback), 1);
    },
    onTurns: (all) => {
      shown = [...all.keys()];
    },
  });
  const arrive = (...traceIds: readonly string[]) => {
    for (const id of traceIds) {
      rows.unshift({ trace_id: id, span_id: String(rows.length) } as ShownSpan);
    }
    for (const listener of listeners) {
      listener();
    }
  };
  return { turns, arrive, reads, timers, listeners, shown: () => shown };
}

describe('LiveTurns', () => {
  it('reads each trace whose spans arrive once, and keeps its summary', async () => {
    const { arrive, reads, shown } = setUp();

    arrive('a', 'a', 'b');
    reads[0]?.answer(['a', 'b']);
    await settle();

    expect(reads.map(({ ids }) => ids)).toEqual([['b', 'a']]);
    expect(shown()).toEqual(['a', 'b']);
  });

  it('reads traces that arrive during a pause together, the most recently changed last', async () => {
    const { arrive, reads, timers, shown } = setUp();
    arrive('a');
    arrive('b');
    arrive('a');
    reads[0]?.answer(['a']);
    await settle();
    const duringThePause = reads.length;

    timers.shift()?.();
    reads[1]?.answer(['b', 'a']);
    await settle();

    expect(duringThePause).toBe(1);
    expect(reads[1]?.ids).toEqual(['b', 'a']);
    expect(shown()).toEqual(['b', 'a']);
  });

  it('reads 50 traces at a time, and keeps 200', async () => {
    const { arrive, reads, timers, shown } = setUp();
    arrive(...Array.from({ length: 260 }, (_, number) => `t${number}`));

    for (let read = 0; read < 6; read += 1) {
      reads[read]?.answer(reads[read]?.ids ?? []);
      await settle();
      timers.shift()?.();
    }

    expect(reads.map(({ ids }) => ids.length)).toEqual([50, 50, 50, 50, 50, 10]);
    expect(shown()).toHaveLength(200);
  });

  it('continues after a failed read', async () => {
    const { arrive, reads, timers, shown } = setUp();
    arrive('a');
    reads[0]?.fail();
    await settle();
    timers.shift()?.();

    arrive('a');
    reads[1]?.answer(['a']);
    await settle();

    expect(shown()).toEqual(['a']);
  });

  it('stops following once it is closed', async () => {
    const { turns, arrive, reads, timers, listeners, shown } = setUp();
    arrive('a');
    arrive('b');

    turns.close();
    reads[0]?.answer(['a']);
    await settle();

    expect([listeners.size, timers.length, shown()]).toEqual([0, 0, []]);
  });
});
