import type { AdapterName, DropCode, DroppedSpan } from '@spanhouse/span-intake';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What kept spans that were fine out of the log. */
type FailureReason = 'log_unavailable' | 'log_refused' | 'error';

const BODY_FORMATS = ['json', 'otlp_protobuf', 'otlp_json'] as const;
type BodyFormat = (typeof BODY_FORMATS)[number];

const PUBLISH_OUTCOMES = ['published', 'retryable', 'failed'] as const;
type PublishOutcome = (typeof PUBLISH_OUTCOMES)[number];

/** What kept the log from taking a request now. */
const REFUSALS = ['busy', 'no_room', 'unavailable'] as const;
type Refusal = (typeof REFUSALS)[number];

const DROP_CODES: readonly DropCode[] = [
  'invalid_span',
  'invalid_trace_id',
  'invalid_span_id',
  'invalid_parent_id',
  'invalid_time',
  'invalid_enum',
  'invalid_event',
  'invalid_link',
  'invalid_reference',
  'invalid_hash',
  'invalid_children',
  'invalid_trace',
  'span_too_large',
];

const ADAPTERS: readonly AdapterName[] = [
  'traceloop',
  'open_inference',
  'gen_ai',
  'vercel_ai',
  'native_ag',
];

const FAILURE_REASONS: readonly FailureReason[] = ['log_unavailable', 'log_refused', 'error'];

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BODY_BUCKETS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536].map((kib) => kib * 1024);

/**
 * Counts every entry of a request once, in one of three ways:
 * *received = dropped + published + failed*. A span that is in a request twice is one entry.
 */
export interface GatewayMetrics {
  received(entries: number): void;
  dropped(entries: readonly DroppedSpan[]): void;
  published(spans: number, rowBytes: number): void;
  failed(reason: FailureReason, spans: number): void;
  publishTook(outcome: PublishOutcome, seconds: number): void;
  publishRefused(cause: Refusal): void;
  bodyRead(format: BodyFormat, bytes: number): void;
  /** One entry per span and adapter; the spans are taken without what these adapters would have mapped. */
  adaptersFailed(adapters: readonly AdapterName[]): void;
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const received = new Counter({
    name: 'spanhouse_gateway_spans_received_total',
    help: 'Spans and other reported entries of requests that could be read.',
    registers,
  });
  const dropped = new Counter({
    name: 'spanhouse_gateway_spans_dropped_total',
    help: 'Entries that were refused and reported to the sender.',
    labelNames: ['code'],
    registers,
  });
  const published = new Counter({
    name: 'spanhouse_gateway_spans_published_total',
    help: 'Spans the log holds durably.',
    registers,
  });
  const failed = new Counter({
    name: 'spanhouse_gateway_spans_failed_total',
    help: 'Spans that were fine but could not be put into the log; the sender was told.',
    labelNames: ['reason'],
    registers,
  });
  const duration = new Histogram({
    name: 'spanhouse_gateway_publish_duration_seconds',
    help: 'Time the log took to answer.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const { body, rowBytes } = createByteMetrics(registry);
  for (const outcome of PUBLISH_OUTCOMES) duration.zero({ outcome });
  startAtZero(dropped, DROP_CODES);
  startAtZero(failed, FAILURE_REASONS);
  return {
    received: (entries) => received.inc(entries),
    dropped: (entries) => {
      for (const { code } of entries) {
        dropped.inc({ code });
      }
    },
    published: (spans, bytes) => {
      published.inc(spans);
      rowBytes.inc(bytes);
    },
    failed: (reason, spans) => failed.inc({ reason }, spans),
    publishTook: (outcome, seconds) => duration.observe({ outcome }, seconds),
    publishRefused: createRefusals(registry),
    bodyRead: (format, bytes) => body.observe({ format }, bytes),
    adaptersFailed: createAdapterFailures(registry),
  };
}

function createByteMetrics(registry: Registry) {
  const registers = [registry];
  const body = new Histogram({
    name: 'spanhouse_gateway_request_body_bytes',
    help: 'Size of request bodies after decompression.',
    labelNames: ['format'],
    buckets: BODY_BUCKETS,
    registers,
  });
  for (const format of BODY_FORMATS) body.zero({ format });
  const rowBytes = new Counter({
    name: 'spanhouse_gateway_published_row_bytes_total',
    help: 'Bytes of published rows before compression.',
    registers,
  });
  return { body, rowBytes };
}

function createRefusals(registry: Registry): GatewayMetrics['publishRefused'] {
  const refusals = new Counter({
    name: 'spanhouse_gateway_publishes_refused_total',
    help: 'Publishes the log did not take now: too much in flight, its disk or bound is full, or it is away.',
    labelNames: ['cause'],
    registers: [registry],
  });
  startAtZero(refusals, REFUSALS);
  return (cause) => refusals.inc({ cause });
}

function createAdapterFailures(registry: Registry): GatewayMetrics['adaptersFailed'] {
  const adapterFailures = new Counter({
    name: 'spanhouse_gateway_adapter_failures_total',
    help: 'Spans whose attributes an adapter could not map; they are taken without it.',
    labelNames: ['adapter'],
    registers: [registry],
  });
  startAtZero(adapterFailures, ADAPTERS);
  return (adapters) => {
    for (const adapter of adapters) {
      adapterFailures.inc({ adapter });
    }
  };
}

function startAtZero(counter: Counter, labels: readonly string[]): void {
  for (const label of labels) {
    counter.labels(label).inc(0);
  }
}

/** Of the log that the gateway writes to; `partitionCount` is 1 until it is reached. */
export function registerLogMetrics(
  registry: Registry,
  log: {
    readonly partitionCount: number;
    readonly inFlightBytes: number;
    readonly maxInFlightBytes: number;
  },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `spanhouse_log_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('partitions', 'Partitions of the log.', () => log.partitionCount);
  gauge(
    'in_flight_bytes',
    'Bytes of rows handed to the log and not durable yet.',
    () => log.inFlightBytes,
  );
  gauge(
    'in_flight_limit_bytes',
    'Bytes of rows in flight beyond which the log is busy; 0 until it is reached.',
    () => log.maxInFlightBytes,
  );
}
