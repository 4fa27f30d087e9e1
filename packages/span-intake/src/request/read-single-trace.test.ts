import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { intakeContext } from '../testing/read-body.js';
import { aSentSpan, spanId, traceId } from '../testing/sent-span.js';
import { readSingleTraceRequest, readTraceBody } from './read-single-trace.js';
import { readTraceList } from './read-trace-list.js';

const otherTrace = 'b'.repeat(32);

function span(spanId: string, members: JsonObject = {}): JsonObject {
  return aSentSpan({ span_id: spanId.repeat(16), ...members });
}

function single(body: JsonValue | undefined) {
  return readSingleTraceRequest(body, intakeContext);
}

function trace(body: JsonValue | undefined) {
  return readTraceBody(body, intakeContext);
}

function list(body: JsonValue | undefined) {
  return readTraceList(body, intakeContext);
}

function bad(message: string) {
  return { status: 'bad_request', message };
}

const several = {
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
  it('accepts one trace, flat or nested', () => {
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
    ['Missing root span', { spans: [span('a', { parent_id: spanId })] }],
    ['Missing root span', { spans: [span('a', { parent_id: 'xyz' })] }],
    ['Too many root spans', { spans: [span('a'), span('b', { status_code: 'x' })] }],
    ['Too many root spans', { traces: { t: { spans: { a: [span('a'), span('b')] } } } }],
  ])('answers %s', (message, body) => {
    expect(single(body)).toEqual(bad(message));
  });

  it.each<[string, JsonValue]>([
    ['two trace ids', { spans: [span('a'), span('b', { trace_id: otherTrace })] }],
    ['two outer keys', { traces: { t: { spans: { a: span('a') } }, u: {} } }],
  ])('refuses %s', (_what, body) => {
    expect(single(body)).toEqual(several);
  });

  it('compares trace ids after normalisation, and ignores invalid ones, which are reported per span', () => {
    const child = { parent_id: 'a'.repeat(16) };

    expect(
      single({ spans: [span('a'), span('b', { ...child, trace_id: traceId.toUpperCase() })] }),
    ).toMatchObject({ status: 'accepted', dropped: [] });
    expect(single({ spans: [span('a'), span('b', { ...child, trace_id: 'xyz' })] })).toMatchObject({
      status: 'accepted',
      dropped: [{ code: 'invalid_trace_id' }],
    });
  });

  it('counts roots after merging duplicates into the last one', () => {
    expect(
      single({ spans: [span('a'), span('a'), span('b', { parent_id: 'a'.repeat(16) })] }),
    ).toMatchObject({
      status: 'accepted',
    });
    expect(single({ spans: [span('a'), span('a', { parent_id: spanId })] })).toEqual(
      bad('Missing root span'),
    );
  });

  it('applies the rules of an ingest request', () => {
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
  it('accepts a trace whose spans have no times', () => {
    const untimed = { trace_id: traceId, span_id: spanId };
    const receivedAt = intakeContext.receivedAt;

    expect(trace({ trace: { trace_id: traceId, spans: { a: untimed } } })).toMatchObject({
      spans: [{ span_name: 'a', start_time: receivedAt, end_time: receivedAt }],
    });
    expect(
      trace({
        trace: { trace_id: traceId, spans: { a: { ...untimed, end_time: 1_777_629_600 } } },
      }),
    ).toMatchObject({
      spans: [{ start_time: 1_777_629_600_000_000_000n, end_time: 1_777_629_600_000_000_000n }],
    });
  });

  it.each<[string, JsonValue]>([
    ['Missing trace', {}],
    ['Missing trace', { trace: null }],
    ['Missing trace', { trace: { spans: { a: span('a') } } }],
    ['Missing spans', { trace: { trace_id: traceId } }],
    ['Missing spans', { trace: { trace_id: traceId, spans: {} } }],
    ['Too many traces', { trace: { trace_id: otherTrace, spans: { a: span('a') } } }],
    [
      'Too many traces',
      {
        trace: {
          trace_id: traceId,
          spans: { a: span('a', { spans: { b: span('b', { trace_id: otherTrace }) } }) },
        },
      },
    ],
    [
      'Missing root span',
      { trace: { trace_id: traceId, spans: { a: span('a', { parent_id: spanId }) } } },
    ],
    ['Too many root spans', { trace: { trace_id: traceId, spans: { a: [span('a'), span('b')] } } }],
  ])('answers %s', (message, body) => {
    expect(trace(body)).toEqual(bad(message));
  });

  it('reports the location of a dropped span', () => {
    expect(
      trace({
        trace: {
          trace_id: traceId,
          spans: { a: span('a', { spans: { b: [span('b', { span_id: 'x' })] } }) },
        },
      }),
    ).toMatchObject({ dropped: [{ path: '/trace/spans/a/spans/b/0', code: 'invalid_span_id' }] });
  });
});

describe('readTraceList', () => {
  it.each<JsonValue>([{}, { traces: null }, { traces: [] }])(
    'answers `Missing traces` to %p',
    (body) => {
      expect(list(body)).toEqual(bad('Missing traces'));
    },
  );

  it('accepts every entry with a trace id, including repeated ids', () => {
    const outcome = list({
      traces: [
        { trace_id: traceId, spans: { a: span('a') } },
        { trace_id: `0x${traceId}`, spans: { b: [span('b')] } },
        { spans: { c: span('c') } },
        { trace_id: 'xyz', spans: { d: span('d') } },
        3,
        { trace_id: otherTrace, spans: { e: { trace_id: otherTrace, span_id: spanId }, f: 3 } },
      ],
    });

    expect(outcome).toMatchObject({
      status: 'accepted',
      spans: [
        { span_id: 'a'.repeat(16) },
        { span_id: 'b'.repeat(16) },
        { span_id: spanId, span_name: 'e' },
      ],
      dropped: [
        { code: 'invalid_trace', path: '/traces/2' },
        { code: 'invalid_trace', path: '/traces/3', trace_id: 'xyz' },
        { code: 'invalid_trace', path: '/traces/4' },
        { code: 'invalid_span', path: '/traces/5/spans/f' },
      ],
    });
  });

  it('refuses a list without any valid span', () => {
    expect(list({ traces: [{}] })).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'missing', loc: ['body', 'traces', 0, 'trace_id'] }],
      dropped: [{ code: 'invalid_trace', path: '/traces/0' }],
    });
    expect(list({ traces: {} })).toMatchObject({ detail: [{ type: 'list_type' }] });
  });
});
