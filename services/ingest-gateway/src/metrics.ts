import {
  type AdapterName,
  type ComplexityLimit,
  complexityLimits,
  type DropCode,
  type DroppedSpan,
} from '@spanhouse/span-intake';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The reason why valid spans are not in the log. */
type FailureReason = 'log_unavailable' | 'log_refused' | 'error';

const bodyFormats = ['json', 'otlp_protobuf', 'otlp_json', 'zipkin_protobuf'] as const;
type BodyFormat = (typeof bodyFormats)[number];

const publishOutcomes = ['published', 'retryable', 'failed'] as const;
type PublishOutcome = (typeof publishOutcomes)[number];

/** The reasons why the log did not accept a request. */
const refusalReasons = ['busy', 'no_room', 'unavailable'] as const;
type Refusal = (typeof refusalReasons)[number];

/** Every code of a dropped span. Each series starts at 0, so that a first failure shows as an increase. */
const dropCodes: readonly DropCode[] = [
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

const adapters: readonly AdapterName[] = [
  'traceloop',
  'open_inference',
  'gen_ai',
  'vercel_ai',
  'litellm',
  'logfire',
  'langfuse',
  'langsmith',
  'google_adk',
  'usage_role',
  'native_ag',
];

const failureReasons: readonly FailureReason[] = ['log_unavailable', 'log_refused', 'error'];

/** Bounds in seconds. A publish waits for a disk or for replicas, so they begin at one millisecond. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bounds in bytes, from 1 KiB to 64 MiB, which is the default limit of the largest body. */
const bodyBuckets = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536].map((kib) => kib * 1024);

/**
 * Counts each entry of a request exactly once: *received = dropped + published + failed*.
 * A span that a request contains twice is one entry.
 */
export interface GatewayMetrics {
  /** Counts the entries of a request that could be read, valid or not. */
  received(entries: number): void;
  /** Counts refused entries by their code. */
  dropped(entries: readonly DroppedSpan[]): void;
  /** Counts spans that the log holds, and the bytes of their rows before compression. */
  published(spans: number, rowBytes: number): void;
  /** Counts valid spans that the log does not hold. */
  failed(reason: FailureReason, spans: number): void;
  /** Records the time until the log answered, in seconds. */
  publishTook(outcome: PublishOutcome, seconds: number): void;
  /** Counts a publish that the sender may repeat. */
  publishRefused(cause: Refusal): void;
  /** Records the size of a body after decompression. */
  bodyRead(format: BodyFormat, bytes: number): void;
  /** Counts a request that is refused with 413 because it holds too much for its size. */
  tooComplex(limit: ComplexityLimit): void;
  /** One entry per span and adapter; these spans are accepted without the mapping of that adapter. */
  adaptersFailed(adapters: readonly AdapterName[]): void;
}

/** Registers the metrics of the gateway, once for each registry; docs/metrics.md lists them. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const received = new Counter({
    name: 'spanhouse_gateway_spans_received_total',
    help: 'Spans and other entries of requests that could be read.',
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
    help: 'Spans that are durably stored in the log.',
    registers,
  });
  const failed = new Counter({
    name: 'spanhouse_gateway_spans_failed_total',
    help: 'Valid spans that could not be published; the sender received an error.',
    labelNames: ['reason'],
    registers,
  });
  const duration = new Histogram({
    name: 'spanhouse_gateway_publish_duration_seconds',
    help: 'Time from a publish until the answer of the log.',
    labelNames: ['outcome'],
    buckets: durationBuckets,
    registers,
  });
  const { body, rowBytes } = createByteMetrics(registry);
  for (const outcome of publishOutcomes) {
    duration.zero({ outcome });
  }
  startAtZero(dropped, dropCodes);
  startAtZero(failed, failureReasons);
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
    tooComplex: createComplexityRefusals(registry),
    adaptersFailed: createAdapterFailures(registry),
  };
}

function createByteMetrics(registry: Registry) {
  const registers = [registry];
  const body = new Histogram({
    name: 'spanhouse_gateway_request_body_bytes',
    help: 'Size of request bodies after decompression.',
    labelNames: ['format'],
    buckets: bodyBuckets,
    registers,
  });
  for (const format of bodyFormats) {
    body.zero({ format });
  }
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
    help: 'Publishes that the log refused because too many bytes were in flight, the log was full, or the log was unavailable.',
    labelNames: ['cause'],
    registers: [registry],
  });
  startAtZero(refusals, refusalReasons);
  return (cause) => refusals.inc({ cause });
}

function createComplexityRefusals(registry: Registry): GatewayMetrics['tooComplex'] {
  const refusals = new Counter({
    name: 'spanhouse_gateway_requests_too_complex_total',
    help: 'Requests that were refused with 413 because they contain too many values, names, containers, spans, hashes or row bytes.',
    labelNames: ['limit'],
    registers: [registry],
  });
  startAtZero(refusals, complexityLimits);
  return (limit) => refusals.inc({ limit });
}

function createAdapterFailures(registry: Registry): GatewayMetrics['adaptersFailed'] {
  const adapterFailures = new Counter({
    name: 'spanhouse_gateway_adapter_failures_total',
    help: 'Spans whose attributes an adapter could not map; they are accepted without its mapping.',
    labelNames: ['adapter'],
    registers: [registry],
  });
  startAtZero(adapterFailures, adapters);
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

/** Registers the metrics of the log that the gateway writes to; `partitionCount` is 1 until the log is reached. */
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
    'Bytes of rows that the log has received and that are not durable yet.',
    () => log.inFlightBytes,
  );
  gauge(
    'in_flight_limit_bytes',
    'Limit of the bytes in flight, above which the log is busy; 0 until the log is connected.',
    () => (Number.isFinite(log.maxInFlightBytes) ? log.maxInFlightBytes : 0),
  );
}
