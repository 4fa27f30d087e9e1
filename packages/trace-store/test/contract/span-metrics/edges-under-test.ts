import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, addUpSums, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import type { EdgeQuery, ProjectSum } from '@spanhouse/trace-store/writer';
import { useOpened } from '../open-clickhouse.js';
import type { SpanMetricsUnderTest } from './span-metrics-under-test.js';

const never = new AbortController().signal;
const GENERATION = 1n << 48n;
export const WAIT_NS = 10_000_000_000n;
/** Number of offsets in each test's part of the log. All tests use the same table. */
const OFFSETS = 1000n;
export const unnamed = { ag: { data: {} } };

export type Sent = Partial<CanonicalSpan> & {
  readonly waitedNs?: bigint;
  readonly project_id?: string;
};
type Query = Partial<EdgeQuery>;

/** Stores sides of calls and reads the resulting edges. */
export class EdgesUnderTest {
  readonly used: SpanMetricsUnderTest;
  #offset = 0n;

  constructor(used: SpanMetricsUnderTest) {
    this.used = used;
  }

  /** Starts a new part of the log. */
  begin(): void {
    this.#offset += OFFSETS;
  }

  /** Stores spans as the next blocks of the part. */
  async send(blocks: readonly (readonly Sent[])[]): Promise<void> {
    const trace_id = randomUUID().replaceAll('-', '');
    const projectId = randomUUID();
    for (const [index, block] of blocks.entries()) {
      const rows = block.map(({ waitedNs = 0n, project_id = projectId, ...members }, at) => ({
        span: aSpan({ trace_id, span_id: idOf(at), resource: named('shop'), ...members }),
        context: aContext({ project_id, received_at: START_NS + 60_000_000_000n + waitedNs }),
      }));
      const logOffset = GENERATION | (this.#offset + BigInt(index));
      if (rows.length > 0) {
        await this.used.store({ rows, logOffset });
      }
    }
  }

  /** Returns the sums for a range of blocks of the part. */
  async sums([first, end]: readonly [number, number], query: Query = {}) {
    const between = (from: number, to: number) => ({
      from: [GENERATION | (this.#offset + BigInt(from))],
      to: [GENERATION | (this.#offset + BigInt(to))],
    });
    const among = between(0, Number(OFFSETS));
    const wanted = { among, waitNs: WAIT_NS, withNamespaces: false, ...query };
    const range = between(first, end);
    return addUpSums(await this.used.metrics.edges({ range, ...wanted }, never));
  }

  /** Returns the result of `sums` as strings that contain metric, bucket, labels, count and milliseconds. */
  async between(blocks: readonly [number, number], query: Query = {}): Promise<readonly string[]> {
    return (await this.sums(blocks, query)).map(toText).toSorted();
  }

  /** Stores spans as the only block of a new part and reads their edges. */
  async of(spans: readonly Sent[], query: Query = {}): Promise<readonly string[]> {
    this.begin();
    await this.send([spans]);
    return await this.between([0, 1], query);
  }

  /** Returns the result of `of` without the latencies. */
  async requestsOf(spans: readonly Sent[]): Promise<readonly string[]> {
    return (await this.of(spans)).filter((text) => !/^(client|server)/.test(text));
  }
}

/** Opens a store for a suite. Each test uses its own part of the log. */
export function useEdges(open: () => Promise<SpanMetricsUnderTest>): EdgesUnderTest {
  const edges = new EdgesUnderTest(useOpened(open));
  beforeEach(() => edges.begin());
  return edges;
}

export const client = {
  span_kind: 'SPAN_KIND_CLIENT',
  parent_id: undefined,
  attributes: unnamed,
} as const;

export function serverOf(parent: number, service: string) {
  const parent_id = idOf(parent);
  return { ...client, span_kind: 'SPAN_KIND_SERVER', parent_id, resource: named(service) } as const;
}

export function idOf(index: number): string {
  return (index + 1).toString(16).padStart(16, '0');
}

export function lasting(ms: number) {
  return { end_time: START_NS + BigInt(ms) * 1_000_000n };
}

export function named(service: string, namespace?: string) {
  return {
    attributes: {
      'service.name': service,
      ...(namespace !== undefined && { 'service.namespace': namespace }),
    },
  };
}

/** Returns a string that contains metric, bucket, labels, count and milliseconds. */
export function toText({ metric, bucket, labels, amount, totalNs }: ProjectSum): string {
  return `${metric}[${bucket}] ${labels.join('>')} ${amount} ${totalNs / 1_000_000n}`;
}
