import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../reporting/logger.js';
import type { Clock } from '../time/clock.js';
import { systemClock } from '../time/system-clock.js';
import {
  type OpenSpan,
  type Operation,
  type SelfTracer,
  selfTracingAgent,
  selfTracingScope,
} from './self-tracer.js';
import type { SelfTracingMetrics } from './self-tracing-metrics.js';

export interface OtelExportOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fraction of traces that are sampled, from 0 to 1. */
  readonly ratio: number;
  readonly service: string;
  readonly version: string;
  readonly metrics: SelfTracingMetrics;
  readonly logger: Logger;
  /** Clock for the export; the system clock by default. */
  readonly clock?: Clock;
  /** Exports the spans; by default, sends them over OTLP/HTTP to `endpoint`. */
  readonly exporter?: SpanExporter;
}

const EXPORT_TIMEOUT_MS = 5000;
/** Maximum time by which an unavailable receiver delays the end of the process. */
const CLOSE_TIMEOUT_MS = 2000;
const BATCH_DELAY_MS = 1000;
const MAX_QUEUED_SPANS = 8192;

/** Starts the OpenTelemetry SDK without registering it globally. This module is imported only if self-tracing is on. */
export function startOtelExport(options: OtelExportOptions) {
  const { service, version, metrics, clock = systemClock } = options;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `spanhouse-${service}`,
      'service.version': version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(observed(options.exporter ?? createExporter(options), options), {
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        maxQueueSize: MAX_QUEUED_SPANS,
      }),
    ],
  });
  const tracer = createOtelSelfTracer(
    provider.getTracer(selfTracingScope, version),
    metrics.started,
  );
  return { tracer, close: () => within(CLOSE_TIMEOUT_MS, provider.shutdown(), clock) };
}

function createExporter({ endpoint: url, headers }: OtelExportOptions): SpanExporter {
  return new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    userAgent: selfTracingAgent,
  });
}

/** Waits until `work` ends, successfully or not, but no longer than `timeoutMs`. */
async function within(timeoutMs: number, work: Promise<void>, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = clock.setTimer(timeoutMs, resolve);
    const end = () => {
      timer.cancel();
      resolve();
    };
    work.then(end, end);
  });
}

/**
 * Wraps an exporter. Counts the outcomes of exports, and logs the first failure and the first success after a failure.
 */
function observed(exporter: SpanExporter, { metrics, logger }: OtelExportOptions): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        const reason = result.error?.message;
        metrics.ended(hasFailed ? 'failed' : 'exported', spans.length);
        if (hasFailed && !isFailing) {
          logger.warn({ reason }, 'traces of this process are not taken');
        }
        if (!hasFailed && isFailing) {
          logger.info('traces of this process are taken again');
        }
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** State that all spans of one operation share. */
interface Fate {
  isForgotten: boolean;
}

interface UnderWay {
  readonly context: Context;
  readonly fate: Fate;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function createOtelSelfTracer(tracer: Tracer, onStarted: () => void): SelfTracer {
  const current = new AsyncLocalStorage<UnderWay>();

  const start = ({ name, kind, facts = {} }: Operation, parent: Context): Span => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, parent);
    if (span.isRecording()) {
      onStarted();
    }
    return span;
  };

  return {
    begin(operation, work) {
      const parent = remoteParent(operation.traceparent);
      const span = start(operation, parent);
      const fate = { isForgotten: false };
      const underWay = { context: trace.setSpan(parent, span), fate };
      return current.run(underWay, () => work(openSpan(span, fate)));
    },
    async step(operation, work) {
      const around = current.getStore();
      if (around === undefined || around.fate.isForgotten) {
        return await work(nothing);
      }
      const span = start(operation, around.context);
      const { fate } = around;
      const underWay = { context: trace.setSpan(around.context, span), fate };
      const open = openSpan(span, fate);
      try {
        return await current.run(underWay, () => work(open));
      } catch (error) {
        open.fail(error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        open.end();
      }
    },
    forget() {
      const around = current.getStore();
      if (around !== undefined) {
        around.fate.isForgotten = true;
      }
    },
  };
}

const nothing: OpenSpan = { addAttributes() {}, fail() {}, end() {} };

/** Wraps a span. A span that does not end is never exported. */
function openSpan(span: Span, fate: Fate): OpenSpan {
  let isOpen = true;
  return {
    addAttributes: (facts) => void span.setAttributes({ ...facts }),
    fail(reason) {
      span.setAttribute('error.type', reason);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end() {
      if (isOpen && !fate.isForgotten) {
        span.end();
      }
      isOpen = false;
    },
  };
}

/**
 * Matches a W3C traceparent (https://www.w3.org/TR/trace-context/#traceparent-header). In later versions, only the
 * known parts are read.
 */
const traceparentPattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

function remoteParent(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    traceparentPattern.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
