import { RequestTooComplex } from '@spanhouse/span-intake';
import { partitionOfTrace, type SpanRecord } from '@spanhouse/span-log/publisher';
import { ROW_SCHEMA_VERSION, type RowContext, type SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';

/** The limits for rows and records, from the log and the configuration. */
export interface RecordBounds {
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  /** Maximum size of a row. A larger row is omitted. */
  readonly maxSpanBytes: number;
  /**
   * Maximum total size of a request's rows. The rows can be much larger than the body, because every row repeats the
   * resource of its span.
   */
  readonly maxRequestBytes: number;
}

/** A request's spans, encoded as records for the log. */
export interface BuiltRecords {
  readonly records: readonly SpanRecord[];
  /** Indexes into `spans` of the spans whose rows are too large. */
  readonly tooLarge: readonly number[];
  /** Total length of all `rows` before compression. */
  readonly rowBytes: number;
}

/** The encoder, the limits and the values that all spans of a request share. */
export interface BuildRecordsDependencies {
  /**
   * The encoder, reused by all requests of the process. It MUST be empty before the call, and is empty again
   * afterwards.
   */
  readonly encoder: SpanRowEncoder;
  readonly bounds: RecordBounds;
  readonly context: RowContext;
  readonly requestId: string;
}

/**
 * Encodes the spans of one request as records: one record per partition, or several if one would be too large. The
 * spans of a trace keep their order and go to one partition. Throws RequestTooComplex if the rows exceed
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
    encoder.truncate(0); // removes rows of a failed request, which must not be sent with the next request
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

/** Groups spans by the partition of their trace. Computes the hash only once for successive spans of the same trace. */
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
