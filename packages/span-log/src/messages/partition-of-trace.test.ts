import fc from 'fast-check';
import { partitionOfTrace } from './partition-of-trace.js';

function hex(length: number) {
  return fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: length,
    maxLength: length,
  });
}

describe('partitionOfTrace', () => {
  it('assigns every trace to one partition of the log', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        hex(32),
        fc.integer({ min: 1, max: 1000 }),
        (project, trace, count) => {
          const partition = partitionOfTrace(project, trace, count);

          expect(partition).toBe(partitionOfTrace(project, trace, count));
          expect(Number.isInteger(partition) && partition >= 0 && partition < count).toBe(true);
        },
      ),
    );
  });

  it('spreads ascending ids evenly', () => {
    const project = '00000000-0000-0000-0000-000000000000';
    const counts = new Array<number>(12).fill(0);
    for (let id = 0; id < 12_000; id += 1) {
      const partition = partitionOfTrace(project, id.toString(16).padStart(32, '0'), 12);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }

    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });

  it('never changes, because it is part of the format', () => {
    const project = '12345678-1234-1234-1234-123456789abc';
    const traces = ['0'.repeat(32), 'f'.repeat(32), '0123456789abcdef0123456789abcdef'];

    expect(traces.map((trace) => partitionOfTrace(project, trace, 1_000_000))).toEqual([
      971544, 954505, 991310,
    ]);
  });
});
