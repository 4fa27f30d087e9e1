import { badRequest, type HttpRequest, type Route, readBody, tooComplex } from '@spanhouse/api-kit';
import type { DialectSpan } from '@spanhouse/span-dialects/spans';
import { acceptOtlp } from '@spanhouse/span-intake';
import { decodeSpanRows, ROW_SCHEMA_VERSION, SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { RawJson } from '../../http/send-json.js';
import { type JaegerServices, jaegerRoute } from '../jaeger-services.js';
import { v1Pieces } from '../v1-answer.js';
import { writeHeldTraces } from './write-jaeger-trace.js';

/** Maximum number of JSON values of a body, enough for some ten thousand spans. */
const MAX_VALUES = 1_000_000;

/** Converts the traces of an OTLP/JSON file to the format of version 1, and stores nothing. */
export function postTransform(services: JaegerServices): Route {
  const { clock, settings } = services;
  return jaegerRoute(services, 'POST /api/transform', {
    kind: 'look_up',
    parse: (req) => parseBody(req, { limitBytes: settings.bodyLimitBytes, now: clock.nowNs() }),
    answer: (spans) => {
      const traces = Map.groupBy(toUnstoredSpans(spans, clock.nowNs()), traceIdOf);
      return new RawJson(v1Pieces(writeHeldTraces(traces), () => []));
    },
  });
}

function traceIdOf({ trace_id }: DialectSpan): string {
  return trace_id;
}

async function parseBody(
  req: HttpRequest,
  { limitBytes, now }: { readonly limitBytes: number; readonly now: bigint },
): Promise<readonly CanonicalSpan[]> {
  const body = await readBody(req, { limitBytes });
  const outcome = acceptOtlp({ body, encoding: 'json', receivedAt: now, maxValues: MAX_VALUES });
  if (outcome.status !== 'accepted') {
    throw outcome.status === 'too_complex'
      ? tooComplex(outcome.reason)
      : badRequest(`The body is no OTLP/JSON: ${outcome.reason}`);
  }
  const [first] = outcome.dropped;
  if (first !== undefined) {
    throw badRequest(`${outcome.dropped.length} of the spans are invalid. ${first.message}`);
  }
  return outcome.spans;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns spans as if they were stored: the last version of each, sorted by (start_time, span_id). */
function toUnstoredSpans(
  spans: readonly CanonicalSpan[],
  received_at: bigint,
): readonly DialectSpan[] {
  const context = { project_id: nobody, created_by_id: nobody, received_at, retention_days: 0 };
  const encoder = new SpanRowEncoder();
  for (const span of spans) {
    encoder.encode(span, context);
  }
  const rows = decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION);
  const versions = new Map(rows.map((row) => [row.trace_id + row.span_id, row]));
  return [...versions.values()].map(toDialectSpan).sort(byStart);
}

function byStart(left: DialectSpan, right: DialectSpan): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return left.span_id < right.span_id ? -1 : 1;
}
