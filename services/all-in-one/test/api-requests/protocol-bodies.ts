import type { Json } from '../http-client.js';
import type { Draw } from './draw.js';

const startNs = BigInt(Date.parse('2026-05-01T10:00:00Z')) * 1_000_000n;

/** Generates an OTLP request in JSON. The OpenAPI document contains no schema for such requests. */
export function anyOtlpRequest(draw: Draw): Json {
  const attributes = [{ key: draw.text('key'), value: { stringValue: draw.text('value') } }];
  const span = {
    traceId: draw.text('trace_id'),
    spanId: draw.text('span_id'),
    ...(draw.chance(50) && { parentSpanId: draw.text('span_id') }),
    name: draw.text('span_name'),
    kind: 1,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + 1_000_000n),
    attributes,
  };
  const resource = { attributes };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
}

/** Generates a list of Zipkin spans. The OpenAPI document does not contain their schema. */
export function anyZipkinSpans(draw: Draw): Json {
  return [
    {
      traceId: draw.text('trace_id'),
      id: draw.text('span_id'),
      ...(draw.chance(50) && { parentId: draw.text('span_id') }),
      name: draw.text('span_name'),
      timestamp: Number(startNs / 1000n),
      duration: 1000,
      localEndpoint: { serviceName: draw.text('service_name') },
      tags: { [draw.text('key')]: draw.text('value') },
    },
  ];
}
