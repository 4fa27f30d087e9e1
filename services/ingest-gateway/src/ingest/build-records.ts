import { partitionOfTrace, type SpanRecord } from '@spanhouse/span-log/publisher';
import { ROW_SCHEMA_VERSION, type RowContext, type SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';

export interface RecordBounds {
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  /** A longer row is left out. */
  readonly maxSpanBytes: number;
}

export interface BuiltRecords {
  readonly records: readonly SpanRecord[];
  /** Positions in `spans` of those whose row is too long. */
  readonly tooLarge: readonly number[];
  readonly rowBytes: number;
}

export interface BuildRecordsDependencies {
  readonly encoder: SpanRowEncoder;
  readonly bounds: RecordBounds;
  readonly context: RowContext;
  readonly requestId: string;
}

/**
 * The rows of one request, spans of one trace in their order in one partition: one record for each
 * partition, more where one would be too large.
 */
export function buildRecords(
  spans: readonly CanonicalSpan[],
  dependencies: BuildRecordsDependencies,
): BuiltRecords {
  const { encoder, bounds, context } = dependencies;
  const maxRowBytes = Math.min(bounds.maxSpanBytes, bounds.maxRecordBytes);
  const records: SpanRecord[] = [];
  const tooLarge: number[] = [];
  let rowBytes = 0;

  const addRecord = (partition: number, spanCount: number, length: number): void => {
    rowBytes += length;
    records.push({
      partition,
      rows: encoder.take(length),
      spanCount,
      rowSchemaVersion: ROW_SCHEMA_VERSION,
      projectId: context.project_id,
      requestId: dependencies.requestId,
      receivedAt: context.received_at,
    });
  };

  const encodePartition = (partition: number, indexes: readonly number[]): void => {
    let spanCount = 0;
    for (const index of indexes) {
      const start = encoder.byteLength;
      const length = encoder.encode(spans[index] as CanonicalSpan, context);
      if (length > maxRowBytes) {
        encoder.truncate(start);
        tooLarge.push(index);
        continue;
      }
      if (start + length > bounds.maxRecordBytes) {
        addRecord(partition, spanCount, start);
        spanCount = 0;
      }
      spanCount++;
    }
    if (spanCount > 0) {
      addRecord(partition, spanCount, encoder.byteLength);
    }
  };

  try {
    for (const [partition, indexes] of groupByPartition(spans, dependencies)) {
      encodePartition(partition, indexes);
    }
  } finally {
    encoder.truncate(0); // what a fault left behind must not travel with the next request
  }
  return { records, tooLarge, rowBytes };
}

function groupByPartition(
  spans: readonly CanonicalSpan[],
  { bounds, context }: BuildRecordsDependencies,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  let traceId: string | undefined;
  let group: number[] = [];
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index] as CanonicalSpan;
    if (span.trace_id !== traceId) {
      traceId = span.trace_id;
      const partition = partitionOfTrace(context.project_id, traceId, bounds.partitionCount);
      group = groups.get(partition) ?? [];
      groups.set(partition, group);
    }
    group.push(index);
  }
  return groups;
}
