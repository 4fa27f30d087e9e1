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
import type { OpenSpan, Operation, SelfTracer } from './self-tracer.js';

/** Shared by all spans of one operation. */
interface Fate {
  isForgotten: boolean;
}

interface UnderWay {
  readonly context: Context;
  readonly fate: Fate;
}

export interface OtelSelfTracerOptions {
  readonly tracer: Tracer;
  readonly onStarted: () => void;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

export function createOtelSelfTracer({ tracer, onStarted }: OtelSelfTracerOptions): SelfTracer {
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

const nothing: OpenSpan = { tell() {}, fail() {}, end() {} };

/** Wraps a span. A span that is never ended is never sent. */
function openSpan(span: Span, fate: Fate): OpenSpan {
  let isOpen = true;
  return {
    tell: (facts) => void span.setAttributes({ ...facts }),
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

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions are read as far as they are known. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

function remoteParent(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    traceparentPattern.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
