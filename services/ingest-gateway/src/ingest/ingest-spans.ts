import type { Principal } from '@spanhouse/catalog';
import type { Clock, Health } from '@spanhouse/service-runtime';
import {
  type AcceptedSpans,
  type AllSpansRefused,
  type DroppedSpan,
  fitSpans,
  RequestTooComplex,
  type TooComplexRequest,
  toTooComplex,
} from '@spanhouse/span-intake';
import type {
  LogPosition,
  PublishOutcome,
  SpanPublisher,
  SpanRecord,
} from '@spanhouse/span-log/publisher';
import type { ReceiptCodec, ReceiptPosition } from '@spanhouse/span-log/receipt';
import { type RowContext, SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan, Link } from '@spanhouse/span-schema';
import type { GatewayMetrics } from '../metrics.js';
import { buildRecords } from './build-records.js';
import type { DropLog } from './drop-log.js';

/** A request's sender and receive time. */
interface RequestStamp {
  readonly principal: Principal;
  readonly requestId: string;
  /** Receive time in nanoseconds since the Unix epoch. Each request has a later receive time than the previous one. */
  readonly receivedAt: bigint;
}

/** A decoded request with its valid spans. */
interface Submission extends RequestStamp {
  readonly read: AcceptedSpans | AllSpansRefused;
}

/** The outcome of a request. Only `accepted` has a receipt; see docs/api/ingest.md. */
export type IngestSpansOutcome =
  /** The log has stored every span of `links`. */
  | {
      readonly status: 'accepted';
      readonly receipt: string;
      readonly links: readonly Link[];
      readonly dropped: readonly DroppedSpan[];
    }
  /** No span is valid, so nothing was published. */
  | AllSpansRefused
  /** The rows exceed the maximum size for one publish, so nothing was published. */
  | TooComplexRequest
  /** The log may have stored some of the spans. The sender has to retry the request. */
  | { readonly status: 'retryable'; readonly reason: string; readonly retryAfterSeconds: number }
  /** The log refuses these spans permanently, so a retry cannot help. */
  | { readonly status: 'failed'; readonly reason: string };

/** Publishes the spans of one request. */
export type IngestSpans = (submission: Submission) => Promise<IngestSpansOutcome>;

export interface IngestSpansDependencies {
  readonly publisher: SpanPublisher;
  readonly receiptCodec: ReceiptCodec;
  readonly clock: Clock;
  /** The health object to which the state of `span_log` is reported after each publish. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly metrics: GatewayMetrics;
  readonly dropLog: DropLog;
  /** Maximum size of the encoded row of a span. A larger span is dropped as `span_too_large`. */
  readonly maxSpanBytes: number;
}

/**
 * Creates the use case for all JSON, OTLP and Zipkin requests. It encodes spans as rows, publishes the rows and issues
 * a receipt. `accepted` means that the log has stored every span of `links`. Each entry of a request is counted once as
 * dropped, published or failed. The returned function rejects only because of a defect.
 */
export function createIngestSpans(dependencies: IngestSpansDependencies): IngestSpans {
  const { publisher, receiptCodec, clock, health, metrics } = dependencies;
  const prepare = createPreparation(dependencies);

  const publish = async (records: readonly SpanRecord[]): Promise<PublishOutcome> => {
    const startedNs = clock.nowNs();
    const outcome = await publisher.publish(records);
    metrics.publishTook(outcome.status, Number(clock.nowNs() - startedNs) / 1e9);
    if (outcome.status === 'retryable') {
      metrics.publishRefused(outcome.limit ?? 'unavailable');
    }
    // A busy log is reachable. The log is reported as lost only if it is full or does not respond.
    if (outcome.status === 'retryable' && outcome.limit !== 'busy') {
      health.lost('span_log', outcome.reason);
    } else {
      health.reached('span_log');
    }
    return outcome;
  };

  const store = async ({ projectId, records, rowBytes, links, dropped }: PreparedRequest) => {
    const outcome = await publish(records);
    if (outcome.status !== 'published') {
      const reason = outcome.status === 'retryable' ? 'log_unavailable' : 'log_refused';
      metrics.failed(reason, links.length);
      return outcome;
    }
    metrics.published(links.length, rowBytes);
    const receipt = receiptCodec.issue({
      logId: publisher.logId,
      projectId,
      positions: withSpanCounts(outcome.positions, records),
      issuedAtMs: clock.nowMs(),
    });
    return { status: 'accepted', receipt, links, dropped } as const;
  };

  // This function is not async. A suspended function would keep its arguments in memory while its spans wait for the
  // log, and every scavenge would copy them.
  return (submission) => {
    const prepared = prepare(submission);
    if (prepared.status === 'too_complex') {
      metrics.tooComplex(prepared.limit);
    }
    if (prepared.status !== 'fitted') {
      return Promise.resolve(prepared);
    }
    const { accepted, built } = prepared;
    return store({
      projectId: submission.principal.project_id,
      records: built.records,
      rowBytes: built.rowBytes,
      links: accepted.spans.map(linkOf),
      dropped: accepted.dropped,
    });
  };
}

/** The parts of a request that are still needed after its spans are encoded. */
interface PreparedRequest {
  readonly projectId: string;
  readonly records: readonly SpanRecord[];
  readonly rowBytes: number;
  readonly links: readonly Link[];
  readonly dropped: readonly DroppedSpan[];
}

function linkOf({ trace_id, span_id }: CanonicalSpan): Link {
  return { trace_id, span_id };
}

/** Adds the span count to each position, so that a receipt's status can report numbers of spans. */
function withSpanCounts(
  positions: readonly LogPosition[],
  records: readonly SpanRecord[],
): readonly ReceiptPosition[] {
  return positions.map((position, index) => ({
    ...position,
    spanCount: records[index]?.spanCount ?? 0,
  }));
}

/**
 * Creates the function that encodes the spans of a request into records, and counts the received and dropped entries.
 */
function createPreparation(dependencies: IngestSpansDependencies) {
  const { publisher, metrics, dropLog, maxSpanBytes } = dependencies;
  const encoder = new SpanRowEncoder();

  const build = (spans: readonly CanonicalSpan[], stamp: RequestStamp) => {
    const { principal, requestId, receivedAt } = stamp;
    const { partitionCount, maxRecordBytes, maxInFlightBytes: maxRequestBytes } = publisher;
    const context: RowContext = {
      project_id: principal.project_id,
      received_at: receivedAt,
      created_by_id: principal.user_id,
      // 0 in a row means that the span is kept forever
      retention_days: principal.retention_days ?? 0,
    };
    const bounds = { partitionCount, maxRecordBytes, maxSpanBytes, maxRequestBytes };
    return buildRecords(spans, { encoder, bounds, context, requestId });
  };

  return (submission: Submission) => {
    const { read, principal } = submission;
    const reportDropped = (dropped: readonly DroppedSpan[]) => {
      metrics.dropped(dropped);
      dropLog.report(dropped, principal.project_id);
    };
    if (read.status === 'unprocessable') {
      metrics.received(read.dropped.length);
      reportDropped(read.dropped);
      return read;
    }
    metrics.received(read.spans.length + read.dropped.length);
    try {
      const fitted = fitSpans(read, (spans) => build(spans, submission));
      reportDropped(fitted.status === 'fitted' ? fitted.accepted.dropped : fitted.dropped);
      return fitted;
    } catch (error) {
      if (error instanceof RequestTooComplex) {
        reportDropped(read.dropped);
        metrics.failed('log_refused', read.spans.length);
        return toTooComplex(error);
      }
      // The encoder has a defect. The valid spans count as failed, so that the counts still add up.
      metrics.dropped(read.dropped);
      metrics.failed('error', read.spans.length);
      throw error;
    }
  };
}
