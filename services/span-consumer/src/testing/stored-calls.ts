import { decodeSpanRows, ROW_SCHEMA_VERSION, toLogOffset } from '@spanhouse/span-row';
import {
  aContext,
  aSpan,
  encodeRows,
  FakeSpanMetrics,
  projectId,
} from '@spanhouse/trace-store/testing';

const GENERATION = 1;

export type Span = ReturnType<typeof aSpan>;

/** A store in memory that knows the log position of each span. */
export class StoredCalls {
  readonly metrics = new FakeSpanMetrics();
  /**
   * The committed offset of each partition. It may be lower than the offset in `ends`, which follows the partition's
   * last message.
   */
  readonly committed = [0, 0];
  readonly ends = [0, 0];
  readonly offsets = {
    generation: GENERATION,
    read: () => Promise.resolve([...this.committed]),
    readEnds: () => Promise.resolve([...this.ends]),
  };

  /** Stores spans as one block with the receive time `receivedNs`. */
  send(spans: readonly Partial<Span>[], receivedNs: bigint, partition = 0): void {
    const logOffset = toLogOffset(GENERATION, this.committed[partition] ?? 0);
    for (const [index, members] of spans.entries()) {
      const received_at = receivedNs + BigInt(index);
      const row = { span: aSpan(members), context: aContext({ received_at }) };
      for (const span of decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION)) {
        this.metrics.store({ projectId, span, logPartition: partition, logOffset });
      }
    }
    this.committed[partition] = (this.committed[partition] ?? 0) + 1;
    this.ends[partition] = Math.max(this.ends[partition] ?? 0, this.committed[partition] ?? 0);
  }

  /** Resolves with the counts of edges and unpaired spans, and the sums of seconds, keyed by metric and labels. */
  async graph(): Promise<Readonly<Record<string, number>>> {
    const counted: Record<string, number> = {};
    for (const { metric, labels, amount, totalNs } of await this.metrics.sums(projectId)) {
      if (metric !== 'calls') {
        const value =
          metric === 'client' || metric === 'server' ? Number(totalNs) / 1e9 : Number(amount);
        const key = [metric, ...labels].join(' ');
        counted[key] = (counted[key] ?? 0) + value;
      }
    }
    return counted;
  }

  /** Resolves with the number of counted spans, keyed by service. */
  async calls(): Promise<Readonly<Record<string, number>>> {
    const counted: Record<string, number> = {};
    for (const { metric, labels, amount } of await this.metrics.sums(projectId)) {
      if (metric === 'calls') {
        counted[labels[0] ?? ''] = (counted[labels[0] ?? ''] ?? 0) + Number(amount);
      }
    }
    return counted;
  }
}

export function ofService(service: string, attributes: Span['attributes'] = {}): Partial<Span> {
  return {
    resource: { attributes: { 'service.name': service } },
    attributes: { ...attributes, ag: { data: {} } },
  };
}
