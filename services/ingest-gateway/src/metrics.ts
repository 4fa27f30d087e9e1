import {
  type AdapterName,
  adapterNames,
  type ComplexityLimit,
  complexityLimits,
  type DroppedSpan,
  dropCodes,
} from '@spanhouse/span-intake';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

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

/** Upper bounds in seconds. A publish waits for a disk or for replicas, so the bounds begin at one millisecond. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds in bytes, from 1 KiB to 64 MiB, the default limit of the largest body. */
const bodyBuckets = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536].map((kib) => kib * 1024);

/**
 * The metrics of the gateway. Each entry of a request is counted exactly once: *received = dropped + published +
 * failed*. A span that a request contains twice is one entry.
 */
export interface GatewayMetrics {
  /** Counts the entries that could be read from a request, both valid and invalid. */
  received(entries: number): void;
  /** Counts refused entries by their code. */
  dropped(entries: readonly DroppedSpan[]): void;
  /** Counts spans that the log has stored, and the bytes of their rows before compression. */
  published(spans: number, rowBytes: number): void;
  /** Counts valid spans that the log has not stored. */
  failed(reason: FailureReason, spans: number): void;
  /** Records the time until the log answered, in seconds. */
  publishTook(outcome: PublishOutcome, seconds: number): void;
  /** Counts a publish that the sender may repeat. */
  publishRefused(cause: Refusal): void;
  /** Records the size of a body after decompression. */
  bodyRead(format: BodyFormat, bytes: number): void;
  /** Counts a request that is refused with 413 because it has too much content for its size. */
  tooComplex(limit: ComplexityLimit): void;
  /**
   * Counts failures of adapters, one for each span and adapter. These spans are accepted without the mapping of that
   * adapter.
   */
  adaptersFailed(adapters: readonly AdapterName[]): void;
}

/** Registers the metrics of the gateway. Call it once for each registry; docs/metrics.md lists the metrics. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const received = new Counter({
    name: 'spanhouse_gateway_spans_received_total',
    help: 'Spans and other entries of requests that could be read.',
    registers,
  });
  const published = new Counter({
    name: 'spanhouse_gateway_spans_published_total',
    help: 'Spans that are durably stored in the log.',
    registers,
  });
  const rowBytes = new Counter({
    name: 'spanhouse_gateway_published_row_bytes_total',
    help: 'Bytes of published rows before compression.',
    registers,
  });
  const { counterOf, histogramOf } = labelled(registers);
  const dropped = counterOf('code', dropCodes, {
    name: 'spanhouse_gateway_spans_dropped_total',
    help: 'Entries that were refused and reported to the sender.',
  });
  const adapterFailed = counterOf('adapter', adapterNames, {
    name: 'spanhouse_gateway_adapter_failures_total',
    help: 'Spans whose attributes an adapter could not map; they are accepted without its mapping.',
  });
  return {
    received: (entries) => received.inc(entries),
    dropped: (entries) => {
      for (const { code } of entries) {
        dropped(code);
      }
    },
    published: (spans, bytes) => {
      published.inc(spans);
      rowBytes.inc(bytes);
    },
    failed: counterOf('reason', failureReasons, {
      name: 'spanhouse_gateway_spans_failed_total',
      help: 'Valid spans that could not be published; the sender received an error.',
    }),
    publishTook: histogramOf('outcome', publishOutcomes, {
      name: 'spanhouse_gateway_publish_duration_seconds',
      help: 'Time from a publish until the answer of the log.',
      buckets: durationBuckets,
    }),
    publishRefused: counterOf('cause', refusalReasons, {
      name: 'spanhouse_gateway_publishes_refused_total',
      help: 'Publishes that the log refused because too many bytes were in flight, the log was full, or the log was unavailable.',
    }),
    bodyRead: histogramOf('format', bodyFormats, {
      name: 'spanhouse_gateway_request_body_bytes',
      help: 'Size of request bodies after decompression.',
      buckets: bodyBuckets,
    }),
    tooComplex: counterOf('limit', complexityLimits, {
      name: 'spanhouse_gateway_requests_too_complex_total',
      help: 'Requests that were refused with 413 because they contain too many values, names, containers, spans, hashes or row bytes.',
    }),
    adaptersFailed: (adapters) => {
      for (const adapter of adapters) {
        adapterFailed(adapter);
      }
    },
  };
}

/** Creates metrics with one label. The series of each value start at 0, so that a first failure shows as an increase. */
function labelled(registers: Registry[]) {
  const counterOf = <Value extends string>(
    label: string,
    values: readonly Value[],
    options: { name: string; help: string },
  ) => {
    const counter = new Counter({ ...options, labelNames: [label], registers });
    const add = (value: Value, count = 1) => counter.inc({ [label]: value }, count);
    for (const value of values) {
      add(value, 0);
    }
    return add;
  };
  const histogramOf = <Value extends string>(
    label: string,
    values: readonly Value[],
    options: { name: string; help: string; buckets: number[] },
  ) => {
    const histogram = new Histogram({ ...options, labelNames: [label], registers });
    for (const value of values) {
      histogram.zero({ [label]: value });
    }
    return (value: Value, observed: number) => histogram.observe({ [label]: value }, observed);
  };
  return { counterOf, histogramOf };
}

/** Registers the metrics of the log to which the gateway writes. `partitionCount` is 1 until the log is reached. */
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
