import { RequestTooComplex } from '@spanhouse/span-intake';
import { partitionOfTrace, type SpanRecord } from '@spanhouse/span-log/publisher';
import { ROW_SCHEMA_VERSION, type RowContext, type SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';

/** The bounds that the log and the configuration set for rows. */
export interface RecordBounds {
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  /** Longer rows are left out. */
  readonly maxSpanBytes: number;
  /** Maximum size of all rows of a request. The resource of a request is repeated in each of its rows. */
  readonly maxRequestBytes: number;
}

/** The rows of a request, ready to be published. */
export interface BuiltRecords {
  readonly records: readonly SpanRecord[];
  /** Positions in `spans` of the spans whose row is too long. */
  readonly tooLarge: readonly number[];
  /** Sum of the lengths of all `rows`, before compression. */
  readonly rowBytes: number;
}

/** The values that all spans of a request share. */
export interface BuildRecordsDependencies {
  /** Reused by all requests of the process; it MUST be empty, and it is empty again afterwards. */
  readonly encoder: SpanRowEncoder;
  readonly bounds: RecordBounds;
  readonly context: RowContext;
  readonly requestId: string;
}

/**
 * Encodes the spans of one request into records: one for each partition, or more if one would be too large.
 * The spans of a trace keep their order and are in one partition. Throws RequestTooComplex if the rows exceed
 * `maxRequestBytes`.
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
      retentionDays: context.retention_days,
    });
  };

  const encodePartition = (partition: number, indexes: readonly number[]): void => {
    let spanCount = 0;
    for (const index of indexes) {
      const start = encoder.byteLength;
      const length = encoder.encode(spans[index] as CanonicalSpan, context, maxRowBytes);
      if (length === undefined) {
        tooLarge.push(index);
        continue;
      }
      requireRoom(rowBytes + start + length, bounds);
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
    encoder.truncate(0); // the rest of a failed request must not be sent with the next one
  }
  return { records, tooLarge, rowBytes };
}

function requireRoom(bytes: number, { maxRequestBytes }: RecordBounds): void {
  if (bytes > maxRequestBytes) {
    throw new RequestTooComplex(
      'rows',
      `The rows of the request exceed the limit of ${maxRequestBytes} bytes.`,
    );
  }
}

/** Groups spans by the partition of their trace. Neighbours usually share a trace, so the hash is reused for them. */
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
