import { createMeter, type Registry } from '@spanhouse/service-runtime';
import {
  type AdapterName,
  adapterNames,
  type ComplexityLimit,
  complexityLimits,
  type DroppedSpan,
  dropCodes,
} from '@spanhouse/span-intake';
import type { IngestCounter } from './ingest/ingest-counter.js';

/** The reasons why valid spans are not in the log. */
const failureReasons = ['log_unavailable', 'log_refused', 'error'] as const;
type FailureReason = (typeof failureReasons)[number];

const bodyFormats = ['json', 'otlp_protobuf', 'otlp_json', 'zipkin_protobuf'] as const;
type BodyFormat = (typeof bodyFormats)[number];

const publishOutcomes = ['published', 'retryable', 'failed'] as const;
type PublishOutcome = (typeof publishOutcomes)[number];

/** The reasons why the log did not accept a request. */
const refusalReasons = ['busy', 'no_room', 'unavailable'] as const;
type Refusal = (typeof refusalReasons)[number];

/** Upper bounds in seconds. They begin at one millisecond, because a publish waits for a disk or for replicas. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds in bytes, from 1 KiB to 64 MiB. The last bound is the default of the largest body limit. */
const bodyBuckets = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536].map((kib) => kib * 1024);

/**
 * The metrics of the gateway. Each entry of a request is counted exactly once: *received = dropped + published +
 * failed*. If a request contains the same span twice, both are one entry.
 */
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

/**
 * Registers the metrics of the gateway, which MUST happen only once per registry. docs/metrics.md lists them. `counts`
 * receives the same numbers for the web interface.
 */
export function createGatewayMetrics(registry: Registry, counts: IngestCounter) {
  return { ...createSpanMetrics(registry, counts), ...createRequestMetrics(registry) };
}

function createSpanMetrics(registry: Registry, counts: IngestCounter) {
  const { counter } = createMeter(registry);
  const received = counter(
    'spanhouse_gateway_spans_received_total',
    'Spans and other entries of requests that could be read.',
  );
  const published = counter(
    'spanhouse_gateway_spans_published_total',
    'Spans that are durably stored in the log.',
  );
  const rowBytes = counter(
    'spanhouse_gateway_published_row_bytes_total',
    'Bytes of published rows before compression.',
  );
  const dropped = counter(
    'spanhouse_gateway_spans_dropped_total',
    'Entries that were refused and reported to the sender.',
    { code: dropCodes },
  );
  const adapterFailures = counter(
    'spanhouse_gateway_adapter_failures_total',
    'Spans whose attributes an adapter could not map; they are accepted without the mapping of this adapter.',
    { adapter: adapterNames },
  );
  const failed = counter(
    'spanhouse_gateway_spans_failed_total',
    'Valid spans that could not be published; the sender received an error.',
    { reason: failureReasons },
  );
  return {
    /** Counts the entries that could be read from a request, both valid and invalid. */
    received: (entries: number) => received.inc(entries),
    /** Counts dropped entries by code. */
    dropped(entries: readonly DroppedSpan[]) {
      counts.dropped(entries);
      for (const { code } of entries) {
        dropped.inc({ code });
      }
    },
    /** Counts spans that the log has stored, and the bytes of their rows before compression. */
    published(spans: number, bytes: number) {
      counts.accepted(spans);
      published.inc(spans);
      rowBytes.inc(bytes);
    },
    /** Counts valid spans that the log has not stored. */
    failed: (reason: FailureReason, spans: number) => failed.inc({ reason }, spans),
    /**
     * Counts failures of adapters, one per span and adapter. The affected spans are accepted without the adapter's
     * mapping.
     */
    adaptersFailed(adapters: readonly AdapterName[]) {
      for (const adapter of adapters) {
        adapterFailures.inc({ adapter });
      }
    },
  };
}

function createRequestMetrics(registry: Registry) {
  const { counter, histogram } = createMeter(registry);
  const publishDuration = histogram(
    'spanhouse_gateway_publish_duration_seconds',
    'Time from a publish until the log answers.',
    { buckets: durationBuckets, labels: { outcome: publishOutcomes } },
  );
  const refused = counter(
    'spanhouse_gateway_publishes_refused_total',
    'Publishes that the log refused because too many bytes were in flight, the log was full, or the log was unavailable.',
    { cause: refusalReasons },
  );
  const bodyBytes = histogram(
    'spanhouse_gateway_request_body_bytes',
    'Size of request bodies after decompression.',
    { buckets: bodyBuckets, labels: { format: bodyFormats } },
  );
  const tooComplex = counter(
    'spanhouse_gateway_requests_too_complex_total',
    'Requests that were refused with 413 because they contain too many values, names, containers, spans, hashes or row bytes.',
    { limit: complexityLimits },
  );
  return {
    /** Records the seconds until the log responded. */
    publishTook: (outcome: PublishOutcome, seconds: number) =>
      publishDuration.observe({ outcome }, seconds),
    /** Counts a publish that the log refused. The sender may retry the request. */
    publishRefused: (cause: Refusal) => refused.inc({ cause }),
    /** Records the size of a body after decompression. */
    bodyRead: (format: BodyFormat, bytes: number) => bodyBytes.observe({ format }, bytes),
    /** Counts a request that is refused with 413 because it has too many values for its size. */
    tooComplex: (limit: ComplexityLimit) => tooComplex.inc({ limit }),
  };
}

/** Registers metrics of the log to which the gateway writes. `partitionCount` is 1 until the log is reached. */
export function registerLogMetrics(
  registry: Registry,
  log: {
    readonly partitionCount: number;
    readonly inFlightBytes: number;
    readonly maxInFlightBytes: number;
  },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    createMeter(registry).reading(`spanhouse_log_${name}`, help, read);
  gauge('partitions', 'Partitions of the log.', () => log.partitionCount);
  gauge(
    'in_flight_bytes',
    'Bytes of rows that the log has received and that are not durable yet.',
    () => log.inFlightBytes,
  );
  gauge(
    'in_flight_limit_bytes',
    'Limit of the bytes in flight, above which the log is busy; 0 until the log is connected.',
    () => (Number.isFinite(log.maxInFlightBytes) ? log.maxInFlightBytes : 0),
  );
}
