import type { ShownSpan } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import { readTraceFile } from './read-trace-file.js';
import { writeOtlp } from './write-otlp.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';

function span(id: string, name: string, more: Partial<ShownSpan> = {}): ShownSpan {
  return {
    trace_id: traceId,
    span_id: id.padStart(16, '0'),
    span_name: name,
    start_time: '2026-05-01T10:05:00.000000001Z',
    end_time: '2026-05-01T10:05:09.200000000Z',
    ...more,
  };
}

const ask = span('1', 'ask');
const draft = span('2', 'draft', { parent_id: ask.span_id });

/** Returns OTLP/JSON that contains one span with the given additional members. */
function otlp(own: object): string {
  const whole = {
    traceId,
    spanId: '00000000000000a1',
    name: 'ask',
    startTimeUnixNano: '1777629900000000001',
    endTimeUnixNano: '1777629900000000002',
    ...own,
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [whole] }] }] });
}

describe('readTraceFile', () => {
  it.each([
    ['a span', { count: 1, span: ask }, ['ask']],
    ['a list of spans', { count: 2, spans: [ask, draft] }, ['ask', 'draft']],
    [
      'a tree',
      { count: 1, trace: { trace_id: traceId, spans: { ask: { ...ask, spans: { draft } } } } },
      ['ask', 'draft'],
    ],
    [
      'a map of traces',
      { traces: { [traceId]: { spans: { ask: [ask, { ...draft, span_name: 'again' }] } } } },
      ['ask', 'again'],
    ],
  ])('reads %s of the API', (_what, answer, names) => {
    const read = readTraceFile(JSON.stringify(answer));

    expect(read.map(({ span_name: name }) => name)).toEqual(names);
    expect(read[0]).toEqual(ask);
  });

  it('reads an export with one span per line, and keeps the last version of each span', () => {
    const lines = [ask, draft, { ...ask, span_name: 'ask again' }].map((each) =>
      JSON.stringify(each),
    );

    const names = readTraceFile(`${lines.join('\n')}\n`).map(({ span_name: name }) => name);

    expect(names).toEqual(['ask again', 'draft']);
  });

  it('keeps every digit of large integers', () => {
    const text = JSON.stringify({ ...ask, attributes: { big: 0 } }).replace(
      '"big":0',
      '"big":18446744073709551615',
    );

    expect(readTraceFile(text)[0]?.attributes).toEqual({ big: 2n ** 64n - 1n });
  });

  it('reads OTLP/JSON with its exact times, and nests the keys of attributes', () => {
    const [read] = readTraceFile(
      otlp({
        kind: 'SPAN_KIND_CLIENT',
        status: { code: 2, message: 'refused' },
        attributes: [
          { key: 'ag.type.span', value: { stringValue: 'chat' } },
          { key: 'gen_ai.usage.input_tokens', value: { intValue: '9007199254740993' } },
          { key: 'list', value: { arrayValue: { values: [{ boolValue: true }] } } },
        ],
      }),
    );

    expect(read).toMatchObject({
      start_time: '2026-05-01T10:05:00.000000001Z',
      span_kind: 'SPAN_KIND_CLIENT',
      status_code: 'STATUS_CODE_ERROR',
      status_message: 'refused',
      span_type: 'chat',
      attributes: {
        ag: { type: { span: 'chat' } },
        gen_ai: { usage: { input_tokens: 9_007_199_254_740_993n } },
        list: [true],
      },
    });
  });

  it('reads ids of OTLP/JSON in Base64', () => {
    const [read] = readTraceFile(
      otlp({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==', spanId: 'AAAAAAAAAKE=' }),
    );

    expect([read?.trace_id, read?.span_id]).toEqual([traceId, '00000000000000a1']);
  });

  it('reads the JSON of Jaeger, whose times are in µs', () => {
    const reference = { refType: 'CHILD_OF', traceID: 'ab', spanID: '1' };
    const file = {
      data: [
        {
          traceID: 'ab',
          spans: [
            {
              traceID: 'ab',
              spanID: '2',
              operationName: 'GET',
              references: [reference],
              startTime: 1_777_629_900_000_001,
              duration: 5,
              tags: [
                { key: 'error', type: 'bool', value: true },
                { key: 'span.kind', type: 'string', value: 'client' },
              ],
              logs: [
                { timestamp: 1_777_629_900_000_002, fields: [{ key: 'event', value: 'retry' }] },
              ],
              processID: 'p1',
            },
          ],
          processes: { p1: { serviceName: 'shop', tags: [] } },
        },
      ],
    };

    expect(readTraceFile(JSON.stringify(file))).toMatchObject([
      {
        trace_id: 'ab'.padStart(32, '0'),
        span_id: '0000000000000002',
        parent_id: '0000000000000001',
        span_kind: 'SPAN_KIND_CLIENT',
        start_time: '2026-05-01T10:05:00.000001000Z',
        end_time: '2026-05-01T10:05:00.000006000Z',
        status_code: 'STATUS_CODE_ERROR',
        events: [{ name: 'retry', timestamp: '2026-05-01T10:05:00.000002000Z' }],
        links: [],
        resource: { attributes: { 'service.name': 'shop' } },
      },
    ]);
  });

  it.each([
    ['', 'The file has no spans.'],
    ['{"a":1}', 'The file has no spans.'],
    ['{"a":1}\n{"a"', 'Line 2 of the file is not JSON.'],
    [otlp({ traceId: 'no id' }), "A trace has the id 'no id', which is not hexadecimal."],
  ])('says what is wrong with %j, and what it reads', (text, message) => {
    expect(() => readTraceFile(text)).toThrow(message);
    expect(() => readTraceFile(text)).toThrow('OTLP/JSON, and JSON of Jaeger');
  });
});

describe('writeOtlp', () => {
  it('writes what readTraceFile reads', () => {
    const spans: readonly ShownSpan[] = [
      {
        ...ask,
        span_kind: 'SPAN_KIND_SERVER',
        status_code: 'STATUS_CODE_OK',
        attributes: {
          ag: { data: { inputs: { n: 2n ** 63n - 1n, list: [1.5, null] } } },
          empty: {},
        },
        events: [{ name: 'retry', timestamp: ask.end_time, attributes: { 'a.b': 'c' } }],
        links: [{ trace_id: traceId, span_id: draft.span_id, attributes: { key: 'x' } }],
        resource: { attributes: { 'service.name': 'shop' } },
        scope: { name: 'sdk', version: '1' },
      },
      {
        ...draft,
        span_kind: 'SPAN_KIND_UNSPECIFIED',
        status_code: 'STATUS_CODE_UNSET',
        attributes: {},
        resource: { attributes: {} },
        scope: {},
      },
    ];

    expect(readTraceFile(writeJson(writeOtlp(spans)))).toEqual(spans);
  });

  it('writes integers within int64 as integers, and others without losing their value', () => {
    const attributes = { least: -(2n ** 63n), beyond: 2n ** 63n, rounded: 1e300, small: -7 };

    const written = writeJson(writeOtlp([{ ...ask, attributes }]));

    expect(written).toContain('{"key":"least","value":{"intValue":"-9223372036854775808"}}');
    expect(written).toContain('{"key":"beyond","value":{"stringValue":"9223372036854775808"}}');
    expect(written).toContain('{"key":"rounded","value":{"doubleValue":1e+300}}');
    expect(written).toContain('{"key":"small","value":{"intValue":"-7"}}');
  });

  it('keeps every digit of the attributes of resources and scopes', () => {
    const own = { attributes: { id: 1_234_567_890_123_456_789n } };
    const attributes = '"attributes":[{"key":"id","value":{"intValue":"1234567890123456789"}}]';

    const written = writeJson(writeOtlp([{ ...ask, resource: own, scope: own }]));

    expect(written).toContain(`"resource":{${attributes}}`);
    expect(written).toContain(`"scope":{"name":"",${attributes}}`);
  });
});
