import { timeLimits } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { ConsumerWorld } from './testing/consumer-world.js';
import type { Fate } from './testing/fates.js';
import { isRowOf, textHeaders, textRowOf } from './testing/text-frames.js';

function traceId(number: number) {
  return number.toString(16).padStart(32, '0');
}

function partitionOf(trace: number) {
  return trace % 2;
}

const faults: readonly Fate[] = [
  ...(['retryable', 'retryable after the effect', 'unknown', 'slow', 'late'] as const),
  ...(['crash before the effect', 'crash after the effect', 'rebalance'] as const),
];

const anyStep = fc.record({
  trace: fc.nat({ max: 3 }),
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('send' as const) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  pause: fc.nat({ max: 2 }),
});

const anyScript = fc.record({
  steps: fc.array(anyStep, { maxLength: 30 }),
  fates: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('ok') }, fc.constantFrom(...faults)),
    { maxLength: 60 },
  ),
  members: fc.integer({ min: 1, max: 2 }),
  maxSpans: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
});

type Script = typeof anyScript extends fc.Arbitrary<infer T> ? T : never;

async function play(world: ConsumerWorld, { steps, ...members }: Script): Promise<void> {
  const { step } = world.keepRunning(members);
  for (const [i, { trace, kind, pause }] of steps.entries()) {
    const id = traceId(trace);
    if (kind === 'delete') {
      world.deleteTrace(id, partitionOf(trace));
    } else {
      world.publish([textRowOf(id, `${i}`)], partitionOf(trace));
    }
    for (let ticks = 0; ticks < pause; ticks += 1) {
      await step();
    }
  }
  await world.runToTheEnd(step);
}

/** Returns the rows that must be visible at the end: those sent after the last deletion of their trace. */
function visibleRows({ steps }: Script): readonly string[] {
  let rows: string[] = [];
  for (const [i, { trace, kind }] of steps.entries()) {
    const id = traceId(trace);
    if (kind === 'send') {
      rows.push(textRowOf(id, `${i}`));
    } else {
      rows = rows.filter((row) => !isRowOf(row, id));
    }
  }
  return rows;
}

describe('deletions of traces', () => {
  it('leave exactly the spans that were sent later, through crashes, rebalances and outages', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const world = new ConsumerWorld({
          partitionCount: 2,
          maxMessagesPerDelivery: 3,
          fates: script.fates,
        });

        await play(world, script);

        expect([...world.writer.rows].toSorted()).toEqual(visibleRows(script).toSorted());
      }),
      { numRuns: 300, timeout: timeLimits.effect },
    );
  });

  it('close the open block, so that earlier spans are stored before them and later spans after them', async () => {
    const world = new ConsumerWorld();
    const { metric } = await world.start();

    world.publish(['a']);
    world.deleteTrace(traceId(1));
    world.deleteTrace(traceId(2));
    world.publish(['b']);
    await world.clock.advance(4000);

    const writes = world.operations.map((name) => name.split(' ')[0]);
    expect(writes.filter((name) => name !== 'commit')).toEqual(['insert', 'delete', 'insert']);
    const { projectId } = textHeaders([]);
    const tombstones = [1, 2].map((trace) => ({
      projectId,
      traceId: traceId(trace),
      logOffset: (1n << 48n) + BigInt(trace),
    }));
    expect(world.writer.tombstoneBlocks).toEqual([{ logPartition: 0, tombstones }]);
    expect(await metric('spanhouse_consumer_deletes_total')).toBe(2);
    expect(await metric('spanhouse_consumer_spans_received_total')).toBe(2);
  });

  it('stop the consumer if they name no trace', async () => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();

    world.deleteTrace('nonsense');
    await world.clock.advance(1);

    await expect(consumer.failed).rejects.toMatchObject({ code: 'MESSAGE_UNREADABLE' });
  });
});
