import { ApiProblem } from '../../api/api-problem.js';
import { keyForm } from '../../api/key-form-state.js';
import type { ShownSpan } from '../../api/shown-span.js';
import { settle } from '../../testing/settle.js';
import { LiveSpans } from './live-spans.js';
import type { Beat, TailListener, TailRequest } from './read-tail.js';

function setUp() {
  const streams: {
    request: TailRequest;
    listener: TailListener;
    fail: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const frames: (() => void)[] = [];
  const timers: { ms: number; callback: () => void }[] = [];
  let nowMs = 0;
  const live = new LiveSpans(undefined, undefined, {
    beforePaint: (callback) => void frames.push(callback),
    after: (ms, callback) => {
      const timer = { ms, callback };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
    nowMs: () => nowMs,
    follow: (request, listener, signal) =>
      new Promise<never>((_, fail) => streams.push({ request, listener, fail, signal })),
  });
  live.start();
  return {
    live,
    streams,
    frames,
    timers,
    send(...ids: readonly string[]) {
      for (const id of ids) {
        streams.at(-1)?.listener.onSpan({ trace_id: 't', span_id: id } as ShownSpan);
      }
    },
    beat(counts: Partial<Beat>, atMs = nowMs + 1000) {
      nowMs = atMs;
      const beat = { since: 'token', visible_to: '', matched: 0, skipped: 0, ...counts };
      streams.at(-1)?.listener.onBeat(beat);
    },
    paint() {
      for (const callback of frames.splice(0)) {
        callback();
      }
    },
    shown: () => Array.from({ length: live.state.known }, (_, at) => live.row(at)?.span_id),
  };
}

describe('LiveSpans', () => {
  it('shows arrived spans once per frame, newest first', () => {
    const { send, frames, paint, shown } = setUp();

    send('1', '2', '3');
    expect([frames.length, shown()]).toEqual([1, []]);
    paint();

    expect(shown()).toEqual(['3', '2', '1']);
  });

  it('does not change while it is paused, counts arriving spans, and shows them afterwards', () => {
    const { live, send, paint, shown } = setUp();
    send('1');
    paint();

    live.pause(true);
    send('2', '3');
    paint();
    expect([shown(), live.figures.waiting]).toEqual([['1'], 2]);
    live.pause(false);
    paint();

    expect([shown(), live.figures.waiting]).toEqual([['3', '2', '1'], 0]);
  });

  it('counts all that arrives while it is paused, and keeps a bounded number of it', () => {
    const { live, send, paint } = setUp();
    live.pause(true);

    send(...Array.from({ length: 12_000 }, (_, number) => String(number)));
    paint();
    expect(live.figures.waiting).toBe(12_000);
    live.pause(false);
    paint();

    expect(live.state.known).toBe(5000);
    expect(live.row(0)?.span_id).toBe('11999');
  });

  it('states the rate between two beats, and the sums over all its streams', () => {
    const { live, beat, streams } = setUp();
    beat({ matched: 10, skipped: 0 });
    beat({ matched: 50, skipped: 4 }, 3000);
    expect(live.figures).toMatchObject({ perSecond: 20, matched: 50, skipped: 4 });

    live.stop();
    live.start();
    beat({ matched: 5, skipped: 1 });

    expect(live.figures).toMatchObject({ matched: 55, skipped: 5 });
    expect(streams).toHaveLength(2);
  });

  it('continues a broken stream after its last beat, later after each failure', async () => {
    const { live, streams, timers, beat } = setUp();
    beat({ since: 'first' });
    const breakStream = async () => {
      streams.at(-1)?.fail(new Error('The connection is gone.'));
      await settle();
      return timers.shift();
    };

    const first = await breakStream();
    expect(live.figures.interruption).toBe('The connection is gone.');
    first?.callback();
    expect(live.figures.interruption).toBeUndefined();
    const pauses = [first?.ms];
    for (let failure = 0; failure < 6; failure++) {
      const timer = await breakStream();
      pauses.push(timer?.ms);
      timer?.callback();
    }

    expect(streams.at(-1)?.request.since).toBe('first');
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('waits for the user when the service refuses the stream', async () => {
    const { live, streams, timers } = setUp();

    streams[0]?.fail(new ApiProblem('Too many tails.', { status: 429 }));
    await settle();

    expect([live.figures.interruption, timers]).toEqual(['Too many tails.', []]);
  });

  it('asks for another key when the one of the page is refused', async () => {
    const { streams } = setUp();

    streams[0]?.fail(new ApiProblem('The key was revoked.', { status: 401 }));
    await settle();

    expect(keyForm.get()).toBe('The key was revoked.');
    keyForm.set(undefined);
  });

  it('ends its stream without a complaint', async () => {
    const { live, streams, timers } = setUp();

    live.stop();
    streams[0]?.fail(new Error('aborted'));
    await settle();

    expect(streams[0]?.signal.aborted).toBe(true);
    expect([live.figures.interruption, timers]).toEqual([undefined, []]);
  });
});
