import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { faultyMembers } from '../testing/any-faulty-span.js';
import { canonicalSpans, dropCodesIn, droppedIn, ingest } from '../testing/read-body.js';
import { aSentSpan, spanId, traceId } from '../testing/sent-span.js';

function codesOf(members: JsonObject) {
  return dropCodesIn(ingest({ spans: [aSentSpan(members)] }));
}

describe('readIngestRequest', () => {
  it.each<[JsonValue | undefined, string, string[]]>([
    [undefined, 'missing', ['body']],
    [null, 'model_attributes_type', ['body']],
    [[], 'model_attributes_type', ['body']],
    ['x', 'model_attributes_type', ['body']],
    [{}, 'value_error', ['body']],
    [{ spans: null, traces: null }, 'value_error', ['body']],
    [{ spans: [], traces: {} }, 'value_error', ['body']],
    [{ spans: {} }, 'list_type', ['body', 'spans']],
    [{ traces: [] }, 'dict_type', ['body', 'traces']],
    [{ spans: 'x', traces: null }, 'list_type', ['body', 'spans']],
  ])('refuses the body %p', (body, type, loc) => {
    expect(ingest(body)).toMatchObject({ status: 'unprocessable', detail: [{ type, loc }] });
  });

  it.each([
    { spans: [] },
    { traces: {} },
    { traces: { t: {} } },
    { traces: { t: { spans: null } } },
  ])('accepts %p and stores nothing', (body) => {
    expect(ingest(body)).toMatchObject({ status: 'accepted', spans: [], dropped: [] });
  });

  it.each(faultyMembers)('drops a span as %s for %j', (code, members) => {
    expect(codesOf(members)).toEqual([code]);
  });

  it('reports the first code in the documented order when a span has several faults', () => {
    const faults: JsonObject = {
      span_name: 3,
      trace_id: 'x',
      span_id: 'x',
      parent_id: 'x',
      start_time: 'x',
      status_code: 'x',
      events: [3],
      links: [3],
      references: [3],
      hashes: [3],
    };
    const codes = [];

    for (const member of Object.keys(faults)) {
      codes.push(...codesOf(faults));
      delete faults[member];
    }

    expect(codes).toEqual([
      'invalid_span',
      'invalid_trace_id',
      'invalid_span_id',
      'invalid_parent_id',
      'invalid_time',
      'invalid_enum',
      'invalid_event',
      'invalid_link',
      'invalid_reference',
      'invalid_hash',
    ]);
  });

  it('ignores unknown members and lifecycle members', () => {
    const unknown = { foo: [{}], created_at: 3, pricing: 'x', deleted_by_id: {} };

    expect(canonicalSpans({ spans: [aSentSpan(unknown)] })).toEqual(
      canonicalSpans({ spans: [aSentSpan()] }),
    );
  });

  it('answers 422 with a detail entry per span when every span is invalid', () => {
    const outcome = ingest({ spans: [aSentSpan({ trace_id: 'x' }), 3, { span_id: spanId }] });

    expect(outcome).toMatchObject({
      status: 'unprocessable',
      detail: [
        {
          type: 'value_error',
          loc: ['body', 'spans', 0, 'trace_id'],
          msg: 'Value error, trace_id is not a valid id.',
          input: 'x',
          ctx: { code: 'invalid_trace_id' },
        },
        { type: 'model_attributes_type', loc: ['body', 'spans', 1], ctx: { code: 'invalid_span' } },
        {
          type: 'missing',
          loc: ['body', 'spans', 2, 'trace_id'],
          msg: 'Field required',
          input: { span_id: spanId },
        },
      ],
      dropped: [{ index: 0 }, { index: 1 }, { index: 2, span_id: spanId }],
    });
  });

  it('shows the object without a member as the input of its 422 entry', () => {
    const event = { name: 'e' };

    expect(ingest({ spans: [aSentSpan({ events: [event] })] })).toMatchObject({
      detail: [
        { type: 'missing', loc: ['body', 'spans', 0, 'events', 0, 'timestamp'], input: event },
      ],
    });
  });

  it('lists the members of an enum in a 422', () => {
    expect(ingest({ spans: [aSentSpan({ status_code: 'OK' })] })).toMatchObject({
      detail: [
        {
          type: 'enum',
          loc: ['body', 'spans', 0, 'status_code'],
          msg: "Input should be 'STATUS_CODE_UNSET', 'STATUS_CODE_OK' or 'STATUS_CODE_ERROR'",
          ctx: {
            code: 'invalid_enum',
            expected: "'STATUS_CODE_UNSET', 'STATUS_CODE_OK' or 'STATUS_CODE_ERROR'",
          },
        },
      ],
    });
  });

  it('groups by trace and merges duplicates at the position of the first, with the content of the last', () => {
    const other = 'b'.repeat(32);
    const outcome = ingest({
      spans: [
        aSentSpan({ span_id: 'a'.repeat(16), span_name: 'first' }),
        aSentSpan({ span_id: 'c'.repeat(16), trace_id: other }),
        aSentSpan({ span_id: 'b'.repeat(16) }),
        aSentSpan({ span_id: 'A'.repeat(16), span_name: 'last' }),
        aSentSpan({ span_id: 'a'.repeat(16), trace_id: other }),
      ],
    });

    expect(outcome).toMatchObject({
      spans: [
        { trace_id: traceId, span_id: 'a'.repeat(16), span_name: 'last' },
        { trace_id: traceId, span_id: 'b'.repeat(16) },
        { trace_id: other, span_id: 'c'.repeat(16) },
        { trace_id: other, span_id: 'a'.repeat(16) },
      ],
    });
  });

  it('drops up to 10,000 faulty spans one by one', () => {
    expect(droppedIn(ingest({ spans: [aSentSpan(), ...new Array(10_000).fill(1)] }))).toHaveLength(
      10_000,
    );
  });

  it('stops reporting locations when a long name is repeated too often', () => {
    const outcome = ingest({
      traces: {
        ['k'.repeat(1_000_000)]: { spans: { a: [aSentSpan(), ...new Array(100).fill(1)] } },
      },
    });

    expect(droppedIn(outcome)).toHaveLength(100);
    expect(droppedIn(outcome).filter((entry) => entry.path !== undefined)).toHaveLength(17);
  });
});
