import fc from 'fast-check';
import type { WriteOutcome } from './doors/write-door.js';
import { RequestFailure } from './http/request-failure.js';
import type { Sighting } from './probe/compare-spans.js';
import { scriptedDoor, scriptedPath } from './testing/scripted-system.js';
import { startProber } from './testing/started-prober.js';

const whole: Sighting = { status: 'whole' };
const absent: Sighting = { status: 'absent' };

describe('the metrics of the prober', () => {
  it('accounts for every accepted probe on every path, whatever the system answers', async () => {
    const anyLook = fc.constantFrom<() => Promise<Sighting>>(
      () => Promise.resolve(whole),
      () => Promise.resolve(absent),
      () => Promise.resolve({ status: 'partial', seen: 1 }),
      () => Promise.resolve({ status: 'different', differences: [] }),
      () => Promise.reject(new RequestFailure('timed_out', 'no')),
    );
    const anyWrite = fc.constantFrom<WriteOutcome>(
      { status: 'accepted', receipt: undefined },
      { status: 'refused', reason: 'no' },
      { status: 'unanswered', reason: 'no' },
    );
    const script = fc.record({
      writes: fc.infiniteStream(anyWrite),
      looks: fc.infiniteStream(anyLook),
      ms: fc.integer({ min: 0, max: 900_000 }),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ writes, looks, ms }) => {
        const next = () => looks.next().value() as Promise<Sighting>;
        const write = () => Promise.resolve(writes.next().value as WriteOutcome);
        const { prober, clock, counts } = startProber({
          doors: [scriptedDoor('json_flat', write)],
          paths: [scriptedPath('trace_by_id', next), scriptedPath('tail', next)],
          intervalMs: 60_000,
        });
        const account = async () => {
          const { 'json_flat accepted': accepted = 0 } = await counts('writes_total');
          const ended = Object.values(await counts('checks_total')) as number[];
          const { all: pending = 0 } = await counts('checks_pending');
          return { wanted: accepted * 2, counted: sum(ended) + pending, pending };
        };

        await clock.advance(ms);
        const during = await account();
        await prober.close();
        const after = await account();

        expect(during.counted).toBe(during.wanted);
        expect(after).toEqual({ wanted: after.wanted, counted: after.wanted, pending: 0 });
      }),
      { numRuns: 30 },
    );
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
