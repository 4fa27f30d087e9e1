import { randomUUID } from 'node:crypto';
import { START_NS } from '@spanhouse/trace-store/testing';
import type { ProjectSum } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import {
  client,
  EdgesUnderTest,
  idOf,
  lasting,
  named,
  type Sent,
  serverOf,
  toText,
  unnamed,
  useEdges,
  WAIT_NS,
} from './edges-under-test.js';
import { describeSpanMetrics, openInMemory } from './span-metrics-under-test.js';

describeSpanMetrics('SpanMetricsStore edges', (open, runs) => {
  const edges = useEdges(open);

  it('make a pair of a client and each server below it', async () => {
    const spans = [
      { ...client, status_code: 'STATUS_CODE_ERROR', ...lasting(600) },
      { ...serverOf(0, 'bank'), ...lasting(500) },
      { ...serverOf(0, 'audit'), ...lasting(100) },
    ] as const;

    expect(await edges.of(spans)).toEqual([
      'client[3] shop>audit> 1 600',
      'client[3] shop>bank> 1 600',
      'failed[0] shop>audit> 1 0',
      'failed[0] shop>bank> 1 0',
      'request[0] shop>audit> 1 0',
      'request[0] shop>bank> 1 0',
      'server[0] shop>audit> 1 100',
      'server[3] shop>bank> 1 500',
    ]);
  });

  it('keep the span that arrived last as the exemplar of a latency', async () => {
    const other = { trace_id: 'ee'.repeat(16) };
    await edges.send([
      [
        { ...client, ...lasting(600), waitedNs: 1n },
        { ...serverOf(0, 'bank'), ...lasting(500), waitedNs: 3n },
        { ...client, ...other, ...lasting(610), waitedNs: 5n },
        { ...serverOf(2, 'bank'), ...other, ...lasting(510), waitedNs: 4n },
      ],
    ]);
    const sums = await edges.sums([0, 1]);

    expect(sums.find(({ metric }) => metric === 'client')).toMatchObject({
      amount: 2n,
      totalNs: 1_210_000_000n,
      exemplar: { ...other, durationNs: 610_000_000n, receivedNs: START_NS + 60_000_000_005n },
    });
    expect(sums.find(({ metric }) => metric === 'server')).toMatchObject({
      exemplar: { trace_id: other.trace_id, durationNs: 510_000_000n },
    });
  });

  it('do not pair spans of different traces or kinds, or spans that arrived too far apart', async () => {
    const alone = 'unpaired[0] shop> 1 0';
    const late = { ...serverOf(0, 'bank'), waitedNs: WAIT_NS + 1n };

    expect(await edges.requestsOf([client, { ...serverOf(0, 'bank'), waitedNs: WAIT_NS }])).toEqual(
      ['request[0] shop>bank> 1 0'],
    );
    expect(await edges.requestsOf([client, late])).toEqual(['unpaired[0] >bank 1 0', alone]);
    expect(
      await edges.requestsOf([client, { ...serverOf(0, 'bank'), trace_id: 'ef'.repeat(16) }]),
    ).toEqual(['unpaired[0] >bank 1 0', alone]);
    expect(
      await edges.requestsOf([client, { ...serverOf(0, 'bank'), span_kind: 'SPAN_KIND_INTERNAL' }]),
    ).toEqual([alone]);
  });

  it('never cross projects', async () => {
    const trace_id = 'ed'.repeat(16);
    await edges.send([[{ ...client, trace_id }]]);
    await edges.send([[], [{ ...serverOf(0, 'bank'), trace_id, span_id: idOf(5) }]]);

    expect(await edges.between([0, 2])).toEqual(['unpaired[0] >bank 1 0', 'unpaired[0] shop> 1 0']);
  });

  it.each(['CONSUMER', 'SERVER'] as const)('are messages from a producer to a %s', async (kind) => {
    const spans = [
      { ...client, span_kind: 'SPAN_KIND_PRODUCER' },
      { ...serverOf(0, 'billing'), span_kind: `SPAN_KIND_${kind}` },
    ] as const;

    expect(await edges.requestsOf(spans)).toEqual(['request[0] shop>billing>messaging_system 1 0']);
  });

  it('are counted once, with the side that is later in the log', async () => {
    await edges.send([[client], [{}, serverOf(0, 'bank')]]);
    const pair = expect.arrayContaining(['request[0] shop>bank> 1 0']);

    expect(await edges.between([0, 1])).toEqual([]);
    expect(await edges.between([1, 2])).toEqual(pair);
    expect(await edges.between([0, 2])).toEqual(pair);
    expect(await edges.between([2, 3])).toEqual([]);
  });

  it('count a span that is delivered again once', async () => {
    const server = serverOf(0, 'bank');
    await edges.send([
      [client, server],
      [client, server, { ...serverOf(0, 'audit') }],
    ]);

    expect(await edges.between([1, 2])).toEqual(
      expect.arrayContaining(['request[0] shop>audit> 1 0']),
    );
    expect(await edges.between([1, 2])).not.toEqual(
      expect.arrayContaining(['request[0] shop>bank> 1 0']),
    );
  });

  it('match the definition for any spans in any portions', async () => {
    const expected = new EdgesUnderTest(await openInMemory());
    // One statement takes about the same time for twenty projects as for one.
    const projects = fc.array(anySides(), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(projects, fc.nat(3), async (sides, cut) => {
        const sent = sides.map((blocks) => ({ project_id: randomUUID(), blocks }));
        for (const each of [edges, expected]) {
          each.begin();
          await each.send(blocksOf(sent));
        }
        const ids = sent.map(({ project_id }) => project_id);
        const query = { withNamespaces: cut % 2 === 0 };
        for (const range of [[0, cut] as const, [cut, 3] as const]) {
          const found = toTexts(await edges.sums(range, query), ids);
          expect(found).toEqual(toTexts(await expected.sums(range, query), ids));
        }
      }),
      { numRuns: runs(4), interruptAfterTimeLimit: 60_000 },
    );
  });
});

type Blocks = readonly (readonly Sent[])[];

/** Returns blocks with the spans of several projects. */
function blocksOf(
  sent: readonly { readonly project_id: string; readonly blocks: Blocks }[],
): Blocks {
  const blocksAt = (index: number) =>
    sent.flatMap(({ project_id, blocks }) =>
      (blocks[index] ?? []).map((side) => ({ ...side, project_id })),
    );
  return [0, 1, 2].map(blocksAt);
}

function toTexts(sums: readonly ProjectSum[], ids: readonly string[]): readonly string[] {
  return sums.map((sum) => `${ids.indexOf(sum.project_id)} ${toText(sum)}`).toSorted();
}

/** Generates three blocks with the sides of a few calls, including spans that were sent twice. */
function anySides(): fc.Arbitrary<Blocks> {
  const id = fc.integer({ min: 0, max: 3 }).map(idOf);
  const side = fc.record({
    trace_id: fc.constantFrom('ab'.repeat(16), 'cd'.repeat(16)),
    span_id: id,
    parent_id: fc.option(id, { nil: undefined }),
    span_kind: fc.constantFrom(
      'SPAN_KIND_CLIENT',
      'SPAN_KIND_SERVER',
      'SPAN_KIND_PRODUCER',
      'SPAN_KIND_CONSUMER',
      'SPAN_KIND_INTERNAL',
    ),
    status_code: fc.constantFrom('STATUS_CODE_OK', 'STATUS_CODE_ERROR'),
    resource: fc.constantFrom(named('shop', 'front'), named('bank'), named('')),
    end_time: fc.bigInt({ min: -1n, max: 20_000n }).map((ms) => START_NS + ms * 1_000_000n),
    waitedNs: fc.bigInt({ min: 0n, max: 4n }).map((step) => step * (WAIT_NS / 2n)),
    attributes: fc.constantFrom(
      unnamed,
      { 'peer.service': 'bank', ...unnamed },
      { 'db.system': 'mysql', 'network.peer.address': 'h', 'network.peer.port': 1, ...unnamed },
      { 'server.address': 'h', ...unnamed },
    ),
  });
  // If two versions arrived at the same time, either may count.
  const selector = ({ trace_id, span_id, waitedNs }: Sent) => `${trace_id} ${span_id} ${waitedNs}`;
  const block = fc.uniqueArray(side as fc.Arbitrary<Sent>, { maxLength: 6, selector });
  return fc.array(block, { minLength: 3, maxLength: 3 });
}
