import type { AnswerRoom, TraceReader } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, projectId } from '@spanhouse/trace-store/testing';
import { describeReaders, type ReaderUnderTest } from './reader-under-test.js';

const MIB = 1024 * 1024;
const traceId = 'a'.repeat(32);
const options = { signal: new AbortController().signal, deadline: 'shared' } as const;

/** Reserves memory immediately for answers of less than 1 MiB. A larger answer is read only after `wait` was called. */
class TestRoom implements AnswerRoom {
  readonly events: string[] = [];
  largestBytes = 0;
  isRejecting = false;

  take(bytes: number): boolean {
    this.largestBytes = Math.max(this.largestBytes, bytes);
    const isSmall = bytes < MIB;
    if (!isSmall) {
      this.events.push('refused');
    }
    return isSmall;
  }

  wait(): Promise<void> {
    this.events.push('waited');
    return this.isRejecting ? Promise.reject(new Error('too long')) : Promise.resolve();
  }
}

describeReaders('TraceReader with room for answers', (open) => {
  let used: ReaderUnderTest;
  let room: TestRoom;
  let reader: TraceReader;

  beforeAll(async () => {
    used = await open();
    const span = (index: number) => ({
      span: aSpan({
        trace_id: traceId,
        span_id: (index + 1).toString(16).padStart(16, '0'),
        attributes: { text: 'x'.repeat(MIB), ag: { data: {} } },
      }),
      context: aContext({}),
    });
    await used.store({ rows: [span(0), span(1)] });
  });
  beforeEach(() => {
    room = new TestRoom();
    reader = used.reader.measured(() => undefined, room);
  });
  afterAll(() => used.close());

  const readTrace = async () => {
    const ids = { project_id: projectId, trace_ids: [traceId] };
    let spans = 0;
    for await (const traces of reader.streamFoundTraces(ids, options)) {
      spans += traces.reduce((sum, { nodes }) => sum + nodes.length, 0);
    }
    return spans;
  };

  it('takes room for an answer before it reads it, and otherwise reads it later', async () => {
    expect(await readTrace()).toBe(2);

    expect(room.events).toEqual(['refused', 'waited']);
    expect(room.largestBytes).toBeGreaterThan(2 * MIB);
    expect(room.largestBytes).toBeLessThan(5 * MIB); // on a cluster, the size of an answer is counted twice
  });

  it('rejects if the room rejects', async () => {
    room.isRejecting = true;

    await expect(readTrace()).rejects.toThrow('too long');
  });

  it('requests little room for a small answer', async () => {
    const ids = { project_id: projectId, trace_ids: ['b'.repeat(32)] };

    for await (const traces of reader.streamFoundTraces(ids, options)) {
      expect(traces).toEqual([]);
    }

    expect([room.events, room.largestBytes < MIB]).toEqual([[], true]);
  });
});
