import type { Principal } from '@spanhouse/catalog';
import type { Clock, Health } from '@spanhouse/service-runtime';
import type { AllSpansRefused, DroppedSpan } from '@spanhouse/span-intake';
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
import { fitRecords, type ReadSpans, type RefuseOversized } from './fit-records.js';

/** Who sent a request, and when it was received. */
interface RequestStamp {
  readonly principal: Principal;
  readonly requestId: string;
  /** Nanoseconds since the Unix epoch, strictly increasing over all requests. */
  readonly receivedAt: bigint;
}

interface Submission<Read extends ReadSpans> extends RequestStamp {
  readonly read: Read | AllSpansRefused;
  readonly refuseOversized: RefuseOversized<Read>;
}

export type IngestSpansOutcome =
  /** The log holds every span of `links`. */
  | {
      readonly status: 'accepted';
      readonly receipt: string;
      readonly links: readonly Link[];
      readonly dropped: readonly DroppedSpan[];
    }
  | AllSpansRefused
  /** The log may hold some of them; the sender repeats the request. */
  | { readonly status: 'retryable'; readonly reason: string; readonly retryAfterSeconds: number }
  | { readonly status: 'failed'; readonly reason: string };

export type IngestSpans = <Read extends ReadSpans>(
  submission: Submission<Read>,
) => Promise<IngestSpansOutcome>;

export interface IngestSpansDependencies {
  readonly publisher: SpanPublisher;
  readonly receiptCodec: ReceiptCodec;
  readonly clock: Clock;
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly metrics: GatewayMetrics;
  readonly maxSpanBytes: number;
}

/** Writes spans as rows, hands them to the log and answers once the log has them. */
export function createIngestSpans(dependencies: IngestSpansDependencies): IngestSpans {
  const { publisher, receiptCodec, clock, health, metrics } = dependencies;
  const prepare = createPreparation(dependencies);

  const publish = async (records: readonly SpanRecord[]): Promise<PublishOutcome> => {
    const startedNs = clock.nowNs();
    const outcome = await publisher.publish(records);
    metrics.publishTook(outcome.status, Number(clock.nowNs() - startedNs) / 1e9);
    if (outcome.status === 'retryable') metrics.publishRefused(outcome.limit ?? 'unavailable');
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

  // Not async: a suspended function keeps its arguments, and spans that wait for the log with it are
  // copied by every scavenge.
  return (submission) => {
    const prepared = prepare(submission);
    if (prepared.status === 'unprocessable') {
      return Promise.resolve(prepared);
    }
    const { read, built } = prepared;
    return store({
      projectId: submission.principal.project_id,
      records: built.records,
      rowBytes: built.rowBytes,
      links: read.spans.map(linkOf),
      dropped: read.dropped,
    });
  };
}

/** What is left of a request once its spans are rows. */
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

function withSpanCounts(
  positions: readonly LogPosition[],
  records: readonly SpanRecord[],
): readonly ReceiptPosition[] {
  return positions.map((position, index) => ({
    ...position,
    spanCount: records[index]?.spanCount ?? 0,
  }));
}

/** Makes records of a request and counts what was received and dropped. */
function createPreparation({ publisher, metrics, maxSpanBytes }: IngestSpansDependencies) {
  const encoder = new SpanRowEncoder();

  const build = (spans: readonly CanonicalSpan[], stamp: RequestStamp) => {
    const { principal, requestId, receivedAt } = stamp;
    const { partitionCount, maxRecordBytes } = publisher;
    const context: RowContext = {
      project_id: principal.project_id,
      received_at: receivedAt,
      created_by_id: principal.user_id,
      // 0 in a row = for ever
      retention_days: principal.retention_days ?? 0,
    };
    const bounds = { partitionCount, maxRecordBytes, maxSpanBytes };
    return buildRecords(spans, { encoder, bounds, context, requestId });
  };

  return <Read extends ReadSpans>(submission: Submission<Read>) => {
    const { read, refuseOversized } = submission;
    if (read.status === 'unprocessable') {
      metrics.received(read.dropped.length);
      metrics.dropped(read.dropped);
      return read;
    }
    metrics.received(read.spans.length + read.dropped.length);
    try {
      const fitted = fitRecords(read, refuseOversized, (spans) => build(spans, submission));
      metrics.dropped(fitted.status === 'fitted' ? fitted.read.dropped : fitted.dropped);
      return fitted;
    } catch (error) {
      metrics.dropped(read.dropped);
      metrics.failed('error', read.spans.length);
      throw error;
    }
  };
}
