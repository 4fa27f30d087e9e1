import type { Attributes, HrTime } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ZipkinExporter } from '@opentelemetry/exporter-zipkin';
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
import { runSpanhouse } from '../../processes/running-spanhouse.js';

/** Converts an SDK span to the API's format, without the members that Spanhouse computes. */
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

/** Returns the members of a stored span that the SDK set. Removes the flags that OTLP adds to links. */
function sentMembers(read: Json, expected: Json): Json {
  const picked = Object.fromEntries(Object.keys(expected).map((member) => [member, read[member]]));
  const { ag: _canonical, ...attributes } = read.attributes;
  const links = read.links?.map(({ flags: _flags, ...link }: Json) => link);
  return { ...picked, attributes, ...(links ? { links } : {}) };
}

/**
 * Converts a time to microseconds, as the reporter does. The result may have a fraction; the reporter rounds all times
 * except the start.
 */
function toMicros([seconds, nanos]: HrTime): number {
  return seconds * 1e6 + nanos / 1e3;
}

function fromMicros(micros: number): string {
  const whole = Math.floor(micros);
  const nanos = BigInt(whole) * 1000n + BigInt(Math.round((micros - whole) * 1000));
  return toIso([Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)]);
}

function asTexts(attributes: Attributes) {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
}

/** Returns the members of a span that exist in Zipkin's model, in the API's format. */
function zipkinSpan(span: ReadableSpan): Json {
  const status = statuses[span.status.code];
  const { message } = span.status;
  const tags = {
    ...asTexts(span.attributes),
    ...(status === 'UNSET' ? {} : { 'otel.status_code': status ?? '' }),
    ...(message ? { error: message } : {}),
    ...asTexts(span.resource.attributes),
  };
  const start = toMicros(span.startTime);
  return {
    trace_id: span.spanContext().traceId,
    span_id: span.spanContext().spanId,
    ...(span.parentSpanContext ? { parent_id: span.parentSpanContext.spanId } : {}),
    span_name: span.name,
    span_kind: `SPAN_KIND_${kinds[span.kind]}`,
    start_time: fromMicros(start),
    end_time: fromMicros(start + Math.round(toMicros(span.duration))),
    status_code: `STATUS_CODE_${status}`,
    ...(message ? { status_message: message } : {}),
    attributes: unfold(tags),
    ...(span.events.length > 0
      ? {
          events: span.events.map(({ name, time }) => ({
            name,
            timestamp: fromMicros(Math.round(toMicros(time))),
          })),
        }
      : {}),
    resource: { attributes: { 'service.name': span.resource.attributes['service.name'] } },
  };
}

describe('an application instrumented with the OpenTelemetry JS SDK', () => {
  const spanhouse = runSpanhouse(async () => ({ OTLP_GRPC_PORT: String(await freePort()) }));

  const exporters: [string, () => SpanExporter, (span: ReadableSpan) => Json][] = [
    ['protobuf', () => new ProtobufExporter({ url: `${spanhouse.url}/v1/traces` }), expectedSpan],
    ['JSON', () => new JsonExporter({ url: `${spanhouse.url}/v1/traces` }), expectedSpan],
    ['gRPC', () => new GrpcExporter({ url: spanhouse.grpcUrl }), expectedSpan],
    ['Zipkin', () => new ZipkinExporter({ url: `${spanhouse.url}/api/v2/spans` }), zipkinSpan],
  ];

  it.each(exporters)(
    'reads back over %s exactly what it sent, field by field',
    async (_name, createExporter, expectedOf) => {
      const shop = instrumentShop(createExporter);
      const traceIds = Array.from({ length: 20 }, () => placeOrder(shop));
      const sent = shop.flatMap(({ sent: exporter }) => exporter.getFinishedSpans());
      await Promise.all(shop.map(({ provider }) => provider.shutdown()));

      const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
      const query = `trace_ids=${traceIds.join(',')}`;
      const { status, body } = await send(`${spanhouse.url}/spans/?${query}`, { headers });

      expect(status).toBe(200);
      expect(body.count).toBe(60);
      const read = new Map(body.spans.map((span: Json) => [span.span_id, span]));
      for (const span of sent) {
        const expected = expectedOf(span);
        expect(sentMembers(read.get(expected.span_id), expected)).toEqual(expected);
      }
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
