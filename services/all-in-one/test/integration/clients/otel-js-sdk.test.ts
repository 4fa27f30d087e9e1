import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import { freePort } from '@spanhouse/service-runtime/testing';
import { consistentWith, type Json, receiptsOfEveryPartition, send } from '../../http-client.js';
import {
  instrumentShop,
  kinds,
  placeOrder,
  statuses,
  toIso,
  unfold,
} from '../../instrumented-shop.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

/** Returns a span of the SDK as the API shows it, without the members that Spanhouse computes. */
function expectedSpan(span: ReadableSpan): Json {
  const { traceId, spanId, traceState } = span.spanContext();
  return {
    trace_id: traceId,
    span_id: spanId,
    ...(span.parentSpanContext ? { parent_id: span.parentSpanContext.spanId } : {}),
    span_name: span.name,
    span_kind: `SPAN_KIND_${kinds[span.kind]}`,
    start_time: toIso(span.startTime),
    end_time: toIso(span.endTime),
    status_code: `STATUS_CODE_${statuses[span.status.code]}`,
    ...(span.status.message ? { status_message: span.status.message } : {}),
    ...(traceState ? { trace_state: traceState.serialize() } : {}),
    attributes: unfold(span.attributes),
    ...(span.events.length > 0
      ? {
          events: span.events.map((event) => ({
            name: event.name,
            timestamp: toIso(event.time),
            ...(event.attributes && Object.keys(event.attributes).length > 0
              ? { attributes: event.attributes }
              : {}),
          })),
        }
      : {}),
    ...(span.links.length > 0
      ? {
          links: span.links.map((link) => ({
            trace_id: link.context.traceId,
            span_id: link.context.spanId,
            ...(link.attributes ? { attributes: unfold(link.attributes) } : {}),
          })),
        }
      : {}),
    resource: { attributes: span.resource.attributes },
    scope: { name: span.instrumentationScope.name, version: span.instrumentationScope.version },
  };
}

/** Returns the members of a read span that the SDK set; links lose the flags that OTLP adds. */
function sentMembers(read: Json, expected: Json): Json {
  const picked = Object.fromEntries(Object.keys(expected).map((member) => [member, read[member]]));
  const { ag: _canonical, ...attributes } = read.attributes;
  const links = read.links?.map(({ flags: _flags, ...link }: Json) => link);
  return { ...picked, attributes, ...(links ? { links } : {}) };
}

describe('an application instrumented with the OpenTelemetry JS SDK', () => {
  let spanhouse: RunningSpanhouse;
  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir(), { OTLP_GRPC_PORT: String(await freePort()) });
  });
  afterAll(() => spanhouse.stop());

  const transports: [string, () => SpanExporter][] = [
    ['protobuf', () => new ProtobufExporter({ url: `${spanhouse.url}/v1/traces` })],
    ['JSON', () => new JsonExporter({ url: `${spanhouse.url}/v1/traces` })],
    ['gRPC', () => new GrpcExporter({ url: spanhouse.grpcUrl })],
  ];

  it.each(transports)(
    'reads back over %s exactly what it sent, field by field',
    async (_transport, createExporter) => {
      const shop = instrumentShop(createExporter);
      const traceIds = Array.from({ length: 20 }, () => placeOrder(shop));
      const sent = shop.flatMap(({ sent: exporter }) => exporter.getFinishedSpans());
      await Promise.all(shop.map(({ provider }) => provider.forceFlush()));

      const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
      const query = `trace_ids=${traceIds.join(',')}`;
      const { status, body } = await send(`${spanhouse.url}/spans/?${query}`, { headers });

      expect(status).toBe(200);
      expect(body.count).toBe(60);
      const read = new Map(body.spans.map((span: Json) => [span.span_id, span]));
      for (const span of sent) {
        const expected = expectedSpan(span);
        expect(sentMembers(read.get(expected.span_id), expected)).toEqual(expected);
      }
      await Promise.all(shop.map(({ provider }) => provider.shutdown()));
    },
  );

  it('finds its trace as a tree across services', async () => {
    const shop = instrumentShop(() => new ProtobufExporter({ url: `${spanhouse.url}/v1/traces` }));
    const traceId = placeOrder(shop);
    await Promise.all(shop.map(({ provider }) => provider.shutdown()));

    const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
    const { body } = await send(`${spanhouse.url}/traces/${traceId}`, { headers });

    const root = body.trace.spans['POST /orders'];
    expect(Object.keys(body.trace.spans)).toEqual(['POST /orders']);
    expect(root.spans.charge.spans['summarise – 要約'].resource.attributes['service.name']).toBe(
      'agent',
    );
    expect(root.attributes.ag.metrics.errors).toEqual({ cumulative: 1 });
  });
});
