import { badRequest, type HttpRequest, type Route, readBody, tooComplex } from '@spanhouse/api-kit';
import { acceptOtlp } from '@spanhouse/span-intake';
import {
  decodeSpanRows,
  ROW_SCHEMA_VERSION,
  SpanRowEncoder,
  type StoredSpan,
} from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { RawJson } from '../../http/send-json.js';
import { v1Pieces } from '../v1-answer.js';
import { writeJaegerTraces } from './write-jaeger-trace.js';

/** Maximum number of JSON values in a request body. It is enough for tens of thousands of spans. */
const MAX_VALUES = 1_000_000;

/** Creates the route that converts the traces of an OTLP/JSON file to the version 1 format. Nothing is stored. */
export function postTransform(services: BoundServices): Route {
  const { clock, settings } = services;
  return services.read('POST /api/transform', {
    kind: 'look_up',
    parse: (req) => parseBody(req, { limitBytes: settings.bodyLimitBytes, now: clock.nowNs() }),
    answer: (spans) => {
      const traces = toWholeTraces(toUnstoredSpans(spans, clock.nowNs()));
      return new RawJson(v1Pieces(writeJaegerTraces([traces]), () => []));
    },
  });
}

function toWholeTraces(spans: readonly StoredSpan[]) {
  const traces = Map.groupBy(spans, ({ trace_id }) => trace_id);
  return [...traces].map(([trace_id, nodes]) => ({ trace_id, nodes, read: () => [nodes] }));
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

const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the spans as if they had been stored: only the last version of each span, sorted by (start_time, span_id).
 */
function toUnstoredSpans(
  spans: readonly CanonicalSpan[],
  received_at: bigint,
): readonly StoredSpan[] {
  const context = { project_id: nilUuid, created_by_id: nilUuid, received_at, retention_days: 0 };
  const encoder = new SpanRowEncoder();
  for (const span of spans) {
    encoder.encode(span, context);
  }
  const rows = decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION);
  const versions = new Map(rows.map((row) => [row.trace_id + row.span_id, row]));
  return [...versions.values()].sort(byStart);
}

function byStart(left: StoredSpan, right: StoredSpan): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return left.span_id < right.span_id ? -1 : 1;
}
