import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { readSingleTraceRequest, readTraceBody } from './read-single-trace.js';
import { readTraceList } from './read-trace-list.js';
import { INTAKE_CONTEXT } from './testing/read-body.js';
import { aSentSpan, SPAN_ID, TRACE_ID } from './testing/sent-span.js';

const OTHER_TRACE = 'b'.repeat(32);

function span(spanId: string, members: JsonObject = {}): JsonObject {
  return aSentSpan({ span_id: spanId.repeat(16), ...members });
}

function single(body: JsonValue | undefined) {
  return readSingleTraceRequest(body, INTAKE_CONTEXT);
}

function trace(body: JsonValue | undefined) {
  return readTraceBody(body, INTAKE_CONTEXT);
}

function list(body: JsonValue | undefined) {
  return readTraceList(body, INTAKE_CONTEXT);
}

const bad = (message: string) => ({ status: 'bad_request', message });

const SEVERAL = {
  status: 'unprocessable',
  detail: [
    {
      type: 'value_error',
      loc: ['body'],
      msg: 'Value error, All spans must share a single trace_id.',
    },
  ],
};

describe('readSingleTraceRequest', () => {
  it('takes one trace, flat or nested', () => {
    const child = span('b', { parent_id: 'a'.repeat(16) });

    expect(single({ spans: [span('a'), child] })).toMatchObject({
      status: 'accepted',
      dropped: [],
    });
    expect(
      single({ traces: { t: { spans: { a: span('a', { spans: { b: span('b') } }) } } } }),
    ).toMatchObject({
      status: 'accepted',
      spans: [{ span_id: 'b'.repeat(16) }, { span_id: 'a'.repeat(16) }],
    });
  });

  it.each<[string, JsonValue]>([
    ['Missing spans', { spans: [] }],
    ['Missing spans', { traces: {} }],
    ['Missing spans', { traces: { t: {} } }],
    ['Missing spans', { traces: { t: { spans: { a: [] } } } }],
    ['Missing root span', { spans: [span('a', { parent_id: SPAN_ID })] }],
    ['Missing root span', { spans: [span('a', { parent_id: 'xyz' })] }],
    ['Too many root spans', { spans: [span('a'), span('b', { status_code: 'x' })] }],
    ['Too many root spans', { traces: { t: { spans: { a: [span('a'), span('b')] } } } }],
  ])('answers %s', (message, body) => {
    expect(single(body)).toEqual(bad(message));
  });

  it.each<[string, JsonValue]>([
    ['two trace ids', { spans: [span('a'), span('b', { trace_id: OTHER_TRACE })] }],
    ['two outer keys', { traces: { t: { spans: { a: span('a') } }, u: {} } }],
  ])('refuses %s', (_what, body) => {
    expect(single(body)).toEqual(SEVERAL);
  });

  it('compares trace ids after normalisation and leaves those that do not parse to the spans', () => {
    const child = { parent_id: 'a'.repeat(16) };

    expect(
      single({ spans: [span('a'), span('b', { ...child, trace_id: TRACE_ID.toUpperCase() })] }),
    ).toMatchObject({ status: 'accepted', dropped: [] });
    expect(single({ spans: [span('a'), span('b', { ...child, trace_id: 'xyz' })] })).toMatchObject({
      status: 'accepted',
      dropped: [{ code: 'invalid_trace_id' }],
    });
  });

  it('counts roots after merging duplicates, the last one deciding', () => {
    expect(
      single({ spans: [span('a'), span('a'), span('b', { parent_id: 'a'.repeat(16) })] }),
    ).toMatchObject({
      status: 'accepted',
    });
    expect(single({ spans: [span('a'), span('a', { parent_id: SPAN_ID })] })).toEqual(
      bad('Missing root span'),
    );
  });

  it('keeps the rules of an ingest request', () => {
    expect(single(undefined)).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'missing' }],
    });
    expect(single({})).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'value_error' }],
    });
    expect(single({ spans: [span('a', { start_time: null })] })).toMatchObject({
      status: 'unprocessable',
      dropped: [{ code: 'invalid_time', index: 0 }],
    });
  });
});

describe('readTraceBody', () => {
  it('takes a trace whose spans need no times', () => {
    const untimed = { trace_id: TRACE_ID, span_id: SPAN_ID };
    const receivedAt = INTAKE_CONTEXT.receivedAt;

    expect(trace({ trace: { trace_id: TRACE_ID, spans: { a: untimed } } })).toMatchObject({
      spans: [{ span_name: 'a', start_time: receivedAt, end_time: receivedAt }],
    });
    expect(
      trace({
        trace: { trace_id: TRACE_ID, spans: { a: { ...untimed, end_time: 1_777_629_600 } } },
      }),
    ).toMatchObject({
      spans: [{ start_time: 1_777_629_600_000_000_000n, end_time: 1_777_629_600_000_000_000n }],
    });
  });

  it.each<[string, JsonValue]>([
    ['Missing trace', {}],
    ['Missing trace', { trace: null }],
    ['Missing trace', { trace: { spans: { a: span('a') } } }],
    ['Missing spans', { trace: { trace_id: TRACE_ID } }],
    ['Missing spans', { trace: { trace_id: TRACE_ID, spans: {} } }],
    ['Too many traces', { trace: { trace_id: OTHER_TRACE, spans: { a: span('a') } } }],
    [
      'Too many traces',
      {
        trace: {
          trace_id: TRACE_ID,
          spans: { a: span('a', { spans: { b: span('b', { trace_id: OTHER_TRACE }) } }) },
        },
      },
    ],
    [
      'Missing root span',
      { trace: { trace_id: TRACE_ID, spans: { a: span('a', { parent_id: SPAN_ID }) } } },
    ],
    [
      'Too many root spans',
      { trace: { trace_id: TRACE_ID, spans: { a: [span('a'), span('b')] } } },
    ],
  ])('answers %s', (message, body) => {
    expect(trace(body)).toEqual(bad(message));
  });

  it('names the place of a dropped span', () => {
    expect(
      trace({
        trace: {
          trace_id: TRACE_ID,
          spans: { a: span('a', { spans: { b: [span('b', { span_id: 'x' })] } }) },
        },
      }),
    ).toMatchObject({ dropped: [{ path: '/trace/spans/a/spans/b/0', code: 'invalid_span_id' }] });
  });
});

describe('readTraceList', () => {
  it.each<JsonValue>([{}, { traces: null }, { traces: [] }])(
    'answers Missing traces to %p',
    (body) => {
      expect(list(body)).toEqual(bad('Missing traces'));
    },
  );

  it('takes every entry with a trace id, the same one twice as well', () => {
    const outcome = list({
      traces: [
        { trace_id: TRACE_ID, spans: { a: span('a') } },
        { trace_id: `0x${TRACE_ID}`, spans: { b: [span('b')] } },
        { spans: { c: span('c') } },
        { trace_id: 'xyz', spans: { d: span('d') } },
        3,
        { trace_id: OTHER_TRACE, spans: { e: { trace_id: OTHER_TRACE, span_id: SPAN_ID }, f: 3 } },
      ],
    });

    expect(outcome).toMatchObject({
      status: 'accepted',
      spans: [
        { span_id: 'a'.repeat(16) },
        { span_id: 'b'.repeat(16) },
        { span_id: SPAN_ID, span_name: 'e' },
      ],
      dropped: [
        { code: 'invalid_trace', path: '/traces/2' },
        { code: 'invalid_trace', path: '/traces/3', trace_id: 'xyz' },
        { code: 'invalid_trace', path: '/traces/4' },
        { code: 'invalid_span', path: '/traces/5/spans/f' },
      ],
    });
  });

  it('refuses a list in which nothing is usable', () => {
    expect(list({ traces: [{}] })).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'missing', loc: ['body', 'traces', 0, 'trace_id'] }],
      dropped: [{ code: 'invalid_trace', path: '/traces/0' }],
    });
    expect(list({ traces: {} })).toMatchObject({ detail: [{ type: 'list_type' }] });
  });
});
