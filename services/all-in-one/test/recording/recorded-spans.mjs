// The spans of recorded data directories and topics.
import { readFileSync } from 'node:fs';

const fixtures = new URL('../../../../packages/span-intake/test/fixtures/', import.meta.url);
export function fixture(name) {
  return new Uint8Array(readFileSync(new URL(name, fixtures)));
}

/** Returns the trace id with this number in the recording. */
export function traceId(number) {
  return number.toString(16).padStart(32, 'a');
}
/** Returns the span id with this number in the recording. */
export function spanId(number) {
  return number.toString(16).padStart(16, 'b');
}

function at(ms) {
  return new Date(Date.UTC(2026, 4, 1, 10) + ms).toISOString();
}

export function span(trace, index, members = {}) {
  return {
    trace_id: traceId(trace),
    span_id: spanId(100 * trace + index),
    span_name: `step ${index}`,
    start_time: at(1000 * trace + 10 * index),
    end_time: at(1000 * trace + 10 * index + 250),
    ...members,
  };
}

export function parent(trace, index = 0) {
  return { parent_id: spanId(100 * trace + index) };
}

export const flat = [
  span(1, 0, {
    span_name: 'ask',
    span_type: 'workflow',
    span_kind: 'SPAN_KIND_SERVER',
    attributes: {
      'ag.data.inputs.question': 'Where is my parcel? Größe: "XL" 📦',
      'ag.data.outputs.__default__': 'In Zürich.',
      'ag.session.id': 'session-1',
      'ag.user.id': 'user-1',
      'ag.meta.tier': 'gold',
      tier: 'gold',
      'deep.a.b': { c: [1, 2.5, null, 'x', { d: true }] },
      large: '9007199254740993',
      int: 9007199254740991,
      float: 1.5e-7,
      empty: {},
    },
    events: [
      {
        name: 'exception',
        timestamp: at(1100),
        attributes: { 'exception.type': 'Timeout', 'exception.message': 'too late' },
      },
    ],
    references: [
      {
        slug: 'shop',
        id: '0198f3a0-0000-7000-8000-000000000001',
        attributes: { key: 'application' },
      },
      { version: '3', attributes: { key: 'application_revision' } },
    ],
    resource: { attributes: { 'service.name': 'shop', 'service.version': '1.2.3' } },
  }),
  span(1, 1, {
    ...parent(1),
    span_type: 'chat',
    attributes: {
      'ag.metrics.tokens.incremental.prompt': 10,
      'ag.metrics.tokens.incremental.completion': 32,
      'ag.metrics.tokens.incremental.total': 42,
      'ag.metrics.costs.incremental.total': 0.0125,
      'gen_ai.request.model': 'gpt-4o-mini',
    },
  }),
  span(1, 2, {
    ...parent(1),
    span_type: 'tool',
    status_code: 'STATUS_CODE_ERROR',
    status_message: 'no route',
  }),
  span(1, 3, {
    ...parent(1),
    links: [{ trace_id: traceId(2), span_id: spanId(200), attributes: { 'type.of': 'retry' } }],
  }),
  span(1, 4, { ...parent(1, 99), span_name: 'orphan' }),
  span(2, 0, {
    span_name: 'job',
    attributes: { 'ag.session.id': 'session-1', 'ag.user.id': 'user-2', tier: 'silver' },
  }),
  span(2, 1, {
    ...parent(2),
    start_time: '2026-05-01T10:00:02.000000001Z',
    end_time: '2026-05-01T10:00:02.000000003Z',
  }),
  span(2, 2, {
    ...parent(2),
    start_time: '2026-05-01T10:00:02.000000001Z',
    end_time: '2026-05-01T10:00:02.000000002Z',
  }),
];

export const nested = {
  traces: {
    [traceId(3)]: {
      spans: {
        root: span(3, 0, {
          span_name: 'root',
          attributes: { ag: { session: { id: 'session-2' }, data: { inputs: { list: [1, 2] } } } },
          spans: { call: [span(3, 1, { span_name: 'call' }), span(3, 2, { span_name: 'call' })] },
        }),
      },
    },
  },
};

function value(text) {
  return { stringValue: text };
}
function nanoseconds(ms) {
  return `${BigInt(Date.UTC(2026, 4, 1, 10) + ms)}000123`;
}
export const otlpJson = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: value('router') }] },
      schemaUrl: 'https://opentelemetry.io/schemas/1.26.0',
      scopeSpans: [
        {
          scope: { name: 'http', version: '2.0' },
          spans: [
            {
              traceId: traceId(4),
              spanId: spanId(400),
              name: 'GET /',
              kind: 2,
              startTimeUnixNano: nanoseconds(4000),
              endTimeUnixNano: nanoseconds(4100),
              attributes: [
                { key: 'http.status', value: { intValue: '204' } },
                { key: 'bytes', value: { bytesValue: 'AAEC' } },
                {
                  key: 'list',
                  value: { arrayValue: { values: [value('a'), { doubleValue: 0.1 }] } },
                },
              ],
              droppedAttributesCount: 2,
              traceState: 'k=v',
              flags: 257,
              status: { code: 1 },
            },
          ],
        },
      ],
    },
  ],
};

export const otlp = [
  'agenta/workflow',
  'agenta/with-openinference',
  'genai/pydantic-ai-v5',
  'openinference/agent-with-tools',
  'openllmetry/langchain',
  'openllmetry/error',
];

export const zipkin = ['opentelemetry-exporter', 'py-zipkin', 'zipkin-js'];
