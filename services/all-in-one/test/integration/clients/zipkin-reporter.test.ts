import type { Attributes, HrTime } from '@opentelemetry/api';
import { ZipkinExporter } from '@opentelemetry/exporter-zipkin';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
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

/** Returns microseconds as the reporter computes them: with fractions, which it rounds except for the start. */
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

/** Returns the parts of a span that Zipkin's model can express, as the API shows them. */
function expectedSpan(span: ReadableSpan): Json {
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

function sentMembers(read: Json, expected: Json): Json {
  const picked = Object.fromEntries(Object.keys(expected).map((member) => [member, read[member]]));
  const { ag: _canonical, ...attributes } = read.attributes;
  return { ...picked, attributes };
}

describe('an application with a Zipkin reporter', () => {
  let spanhouse: RunningSpanhouse;
  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir());
  });
  afterAll(() => spanhouse.stop());

  it('reads back what it sent, field by field', async () => {
    const url = `${spanhouse.url}/api/v2/spans`;
    const shop = instrumentShop(() => new ZipkinExporter({ url }));
    const traceIds = Array.from({ length: 20 }, () => placeOrder(shop));
    const sent = shop.flatMap(({ sent: exporter }) => exporter.getFinishedSpans());
    await Promise.all(shop.map(({ provider }) => provider.shutdown()));

    const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
    const query = `trace_ids=${traceIds.join(',')}`;
    const { body } = await send(`${spanhouse.url}/spans/?${query}`, { headers });

    expect(body.count).toBe(60);
    const read = new Map(body.spans.map((span: Json) => [span.span_id, span]));
    for (const span of sent) {
      const expected = expectedSpan(span);
      expect(sentMembers(read.get(expected.span_id), expected)).toEqual(expected);
    }
  });
});
