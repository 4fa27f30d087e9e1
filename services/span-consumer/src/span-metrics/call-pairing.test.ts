import type { CallHalf, ProjectSum } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { aCallHalf, noPeers } from '../testing/a-call-half.js';
import { CallPairing } from './call-pairing.js';
import { sumsOfDatabase, sumsOfPair, sumsOfUnpaired } from './edge-sums.js';
import { SumUp } from './sum-up.js';

const WAIT_NS = 10_000_000_000n;
const options = { waitNs: WAIT_NS, isByNamespace: false };
const START_NS = 1_000_000_000_000n;

describe('CallPairing', () => {
  it('counts a call once both sides came, whichever came first', () => {
    const client = aCallHalf({ isError: true });
    const server = aCallHalf({
      kind: 'server',
      span_id: 'b1',
      parent_id: client.span_id,
      service: 'bank',
    });

    const forwards = new CallPairing(options);
    const backwards = new CallPairing(options);

    expect(forwards.add(client)).toEqual([]);
    expect(backwards.add(server)).toEqual([]);
    const sums = forwards.add(server);
    expect(sums.map(({ metric, labels }) => [metric, ...labels])).toEqual([
      ['request', 'shop', 'bank', ''],
      ['failed', 'shop', 'bank', ''],
      ['client', 'shop', 'bank', ''],
      ['server', 'shop', 'bank', ''],
    ]);
    expect(backwards.add(client)).toEqual(sums);
  });

  it('makes an edge for each server below one client', () => {
    const pairing = new CallPairing(options);
    const server = { kind: 'server', parent_id: aCallHalf().span_id } as const;
    pairing.add(aCallHalf(server));
    pairing.add(aCallHalf({ ...server, service: 'second' }));

    const sums = [
      ...pairing.add(aCallHalf()),
      ...pairing.add(aCallHalf({ ...server, service: 'third' })),
    ];

    expect(
      sums.filter(({ metric }) => metric === 'request').map(({ labels }) => labels[1]),
    ).toEqual(['shop', 'second', 'third']);
    expect(pairing.expire(START_NS + 2n * WAIT_NS)).toEqual([]);
    expect(pairing.size).toBe(0);
  });

  it('pairs nothing across projects, traces, or more than the waiting time', () => {
    const pairing = new CallPairing(options);
    pairing.add(aCallHalf());
    const server = { kind: 'server', parent_id: aCallHalf().span_id } as const;

    expect(pairing.add(aCallHalf({ ...server, project_id: 'other' }))).toEqual([]);
    expect(pairing.add(aCallHalf({ ...server, trace_id: 'cd'.repeat(16) }))).toEqual([]);
    expect(pairing.add(aCallHalf({ ...server, receivedNs: START_NS + WAIT_NS + 1n }))).toEqual([]);
    expect(pairing.add(aCallHalf({ ...server, receivedNs: START_NS + WAIT_NS }))).not.toEqual([]);
  });

  it('counts a half as unpaired once it has waited, and not before', () => {
    const pairing = new CallPairing(options);
    pairing.add(aCallHalf());

    expect(pairing.expire(START_NS + WAIT_NS)).toEqual([]);
    expect(pairing.expire(START_NS + WAIT_NS + 1n)).toMatchObject([
      { metric: 'unpaired', labels: ['shop', ''], amount: 1n },
    ]);
    expect(pairing.expire(START_NS + 2n * WAIT_NS)).toEqual([]);
  });

  it('tells the clock at which few enough halves stay', () => {
    const pairing = new CallPairing(options);
    for (const second of [0n, 1n, 1n, 2n]) {
      const receivedNs = START_NS + second * 1_000_000_000n;
      pairing.add(aCallHalf({ span_id: `${pairing.size}`, receivedNs }));
    }

    expect(pairing.clockToKeep(4)).toBeUndefined();
    expect(pairing.expire(pairing.clockToKeep(3) ?? 0n)).toHaveLength(1);
    expect(pairing.expire(pairing.clockToKeep(2) ?? 0n)).toHaveLength(2);
    expect(pairing.size).toBe(1);
  });

  it('counts what a look at all halves at once counts, in any order and any number of rounds, also when another process goes on', () => {
    fc.assert(
      fc.property(
        anyHalves(),
        fc.array(fc.integer({ min: 1, max: 5 })),
        fc.boolean(),
        (halves, sizes, isRestarted) => {
          const arrived = halves.toSorted((left, right) =>
            Number(left.receivedNs - right.receivedNs),
          );

          expect(inRounds(arrived, { sizes, isRestarted })).toEqual(pairNaively(halves));
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Halves of few calls, each span once. */
function anyHalves(): fc.Arbitrary<readonly CallHalf[]> {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const half = fc.record({
    project_id: fc.constantFrom('p', 'q'),
    trace_id: fc.constantFrom('t', 'u'),
    span_id: id,
    parent_id: fc.oneof(id, fc.constant('')),
    kind: fc.constantFrom('client', 'server', 'producer', 'consumer'),
    service: fc.constantFrom('shop', 'bank'),
    namespace: fc.constant(''),
    isError: fc.boolean(),
    durationNs: fc.bigInt({ min: 0n, max: 20_000_000_000n }),
    receivedNs: fc.bigInt({ min: 0n, max: 4n }).map((step) => START_NS + step * (WAIT_NS / 2n)),
    peers: fc.constantFrom(noPeers, ['bank', ...noPeers.slice(1)], [...noPeers.slice(1), 'mysql']),
  } satisfies Record<keyof CallHalf, fc.Arbitrary<unknown>>);
  return fc.uniqueArray(half as fc.Arbitrary<CallHalf>, {
    maxLength: 12,
    selector: ({ project_id, trace_id, span_id }) => `${project_id}${trace_id}${span_id}`,
  });
}

function inRounds(
  arrived: readonly CallHalf[],
  { sizes, isRestarted }: { sizes: readonly number[]; isRestarted: boolean },
): readonly unknown[] {
  const sums = new SumUp();
  const addAll = (more: readonly ProjectSum[]) => {
    for (const sum of more) {
      sums.add(sum);
    }
  };
  let pairing = new CallPairing(options);
  let at = 0;
  for (const size of [...sizes, arrived.length]) {
    const round = arrived.slice(at, at + size);
    at += round.length;
    for (const half of round) {
      addAll(pairing.add(half));
    }
    const next = arrived[at]?.receivedNs ?? START_NS + 10n * WAIT_NS;
    addAll(pairing.expire(next));
    if (isRestarted) {
      pairing = new CallPairing(options);
      const window = arrived
        .slice(0, at)
        .filter(({ receivedNs }) => receivedNs >= next - 2n * WAIT_NS);
      for (const half of window) {
        pairing.add(half);
      }
      pairing.expire(next);
    }
  }
  return inOrder(sums.sums);
}

/** Compares every half with every other. */
function pairNaively(halves: readonly CallHalf[]): readonly unknown[] {
  const sums = new SumUp();
  const isClient = ({ kind }: CallHalf) => kind === 'client' || kind === 'producer';
  const isPair = (client: CallHalf, server: CallHalf) =>
    isClient(client) &&
    !isClient(server) &&
    sumsOfDatabase(client, false) === undefined &&
    client.project_id === server.project_id &&
    client.trace_id === server.trace_id &&
    client.span_id === server.parent_id &&
    client.receivedNs - server.receivedNs <= WAIT_NS &&
    server.receivedNs - client.receivedNs <= WAIT_NS;
  for (const half of halves) {
    const servers = halves.filter((server) => isPair(half, server));
    const isMet = servers.length > 0 || halves.some((client) => isPair(client, half));
    const own = sumsOfDatabase(half, false) ?? (isMet ? [] : sumsOfUnpaired(half, false));
    const paired = servers.flatMap((server) => sumsOfPair(half, server, false));
    for (const sum of [...own, ...paired]) {
      sums.add(sum);
    }
  }
  return inOrder(sums.sums);
}

function inOrder(sums: readonly ProjectSum[]): readonly unknown[] {
  return sums
    .map(({ exemplar: _, ...sum }) => ({
      ...sum,
      amount: String(sum.amount),
      totalNs: String(sum.totalNs),
      totalBytes: '',
    }))
    .map((sum) => JSON.stringify(sum))
    .toSorted();
}
