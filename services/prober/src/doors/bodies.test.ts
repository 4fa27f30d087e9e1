import { randomBytes } from 'node:crypto';
import {
  acceptOtlp,
  decodeZipkinProtobuf,
  type IngestOutcome,
  readIngestRequest,
  readZipkinSpans,
} from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJsonText,
} from '@spanhouse/span-schema';
import { compareSpans } from '../probe/compare-spans.js';
import { createProbeTrace, type ProbeForm, type ProbeTrace } from '../probe/probe-trace.js';
import {
  factOfEvent,
  factsOf,
  factsOfAttributes,
  type SeenSpan,
  type Shown,
} from '../probe/span-facts.js';
import {
  flatBody,
  nestedBody,
  otlpJsonBody,
  otlpProtobufBody,
  zipkinJsonBody,
  zipkinProtobufBody,
} from './http-doors.js';

const shown: Shown = { times: 'nanoseconds', values: 'typed' };
const receivedAt = 1_777_629_660_000_000_000n;
const origin = { nowNs: 1_777_629_660_123_456_789n, random: randomBytes };

type AcceptedSpan = Extract<IngestOutcome, { status: 'accepted' }>['spans'][number];

function parse(text: string): JsonValue {
  const parsed = parseJsonText(text);
  if (parsed.status !== 'parsed') {
    throw new Error('no JSON');
  }
  return parsed.value;
}

function spansOf(outcome: { readonly status: string }): readonly AcceptedSpan[] {
  const { spans, dropped } = outcome as Extract<IngestOutcome, { status: 'accepted' }>;
  expect({ status: outcome.status, dropped }).toEqual({ status: 'accepted', dropped: [] });
  return spans;
}

function asOtlp(body: string | Uint8Array, encoding: 'json' | 'protobuf') {
  return spansOf(acceptOtlp({ body: Buffer.from(body as string), encoding, receivedAt }));
}

function asRequest(body: string) {
  return spansOf(readIngestRequest(parse(body), { receivedAt, createSpanName: () => 'unnamed' }));
}

function fromZipkinProtobuf(trace: ProbeTrace) {
  const decoded = decodeZipkinProtobuf(zipkinProtobufBody(trace));
  return spansOf(readZipkinSpans(decoded.status === 'read' ? decoded.spans : null, receivedAt));
}

/** For each door, the gateway's function that reads the body. */
const doors: readonly (readonly [
  string,
  ProbeForm,
  (trace: ProbeTrace) => readonly AcceptedSpan[],
])[] = [
  ['the flat body', 'typed', (trace) => asRequest(flatBody(trace))],
  ['the nested body', 'typed', (trace) => asRequest(nestedBody(trace))],
  ['OTLP in JSON', 'typed', (trace) => asOtlp(otlpJsonBody(trace), 'json')],
  ['OTLP in protobuf', 'typed', (trace) => asOtlp(otlpProtobufBody(trace), 'protobuf')],
  [
    'Zipkin in JSON',
    'text',
    (trace) => spansOf(readZipkinSpans(parse(zipkinJsonBody(trace)), receivedAt)),
  ],
  ['Zipkin in protobuf', 'text', fromZipkinProtobuf],
];

function* flatten(object: JsonObject, prefix = ''): Generator<readonly [string, JsonValue]> {
  for (const [key, value] of Object.entries(object)) {
    if (isJsonObject(value)) {
      yield* flatten(value, `${prefix}${key}.`);
    } else {
      yield [`${prefix}${key}`, value];
    }
  }
}

function toSeen(span: AcceptedSpan): SeenSpan {
  const [event] = span.events ?? [];
  const service = span.resource?.attributes?.['service.name'];
  return {
    span_id: span.span_id,
    facts: {
      ...factsOf({
        trace_id: span.trace_id,
        parent_id: span.parent_id,
        span_name: span.span_name,
        span_kind: span.span_kind,
        start_time: String(span.start_time),
        end_time: String(span.end_time),
        status_code: span.status_code,
        status_message: span.status_message,
        service: service === undefined ? undefined : String(service),
        event: event && factOfEvent(event.name, event.timestamp, shown),
      }),
      ...factsOfAttributes(flatten(span.attributes), shown),
    },
  };
}

describe.each(doors)('%s of a probe', (_name, form, accept) => {
  it('is read by the gateway as exactly the spans of the probe', () => {
    const trace = createProbeTrace(form, origin);

    expect(compareSpans(trace, accept(trace).map(toSeen), shown)).toEqual({ status: 'whole' });
  });
});

describe('createProbeTrace', () => {
  it('has whole microseconds and only texts in the form for protocols without nanoseconds and types', () => {
    const { spans } = createProbeTrace('text', origin);

    const times = spans.flatMap(({ start_time, end_time, event }) => [
      start_time,
      end_time,
      event?.timestamp ?? 0n,
    ]);
    expect(times.filter((time) => time % 1000n !== 0n)).toEqual([]);
    const values = spans.flatMap(({ attributes }) => Object.values(attributes));
    expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
  });

  it('has new ids each time', () => {
    const ids = Array.from({ length: 50 }, () => {
      const { id, trace_id, spans } = createProbeTrace('typed', origin);
      return [id, trace_id, ...spans.map(({ span_id }) => span_id)];
    }).flat();

    expect(new Set(ids).size).toBe(ids.length);
  });
});
