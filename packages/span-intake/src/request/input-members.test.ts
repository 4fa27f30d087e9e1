import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '@spanhouse/span-schema';
import { dropCodesIn, ingest } from '../testing/read-body.js';
import { aSentSpan, canonicalSpan, traceId } from '../testing/sent-span.js';

const parent = '53995c3f42cd8ad8';
const uuid = 'f5a2efb4-0895-881e-938e-2ebc070beca8';

type Member = keyof CanonicalSpan;

describe('an input member', () => {
  it.each<[Member, JsonValue]>([
    ['parent_id', parent],
    ['span_type', 'llm'],
    ['span_kind', 'SPAN_KIND_CLIENT'],
    ['span_name', ''],
    ['status_code', 'STATUS_CODE_ERROR'],
    ['status_message', ''],
    ['trace_state', 'k=v'],
    ['flags', 257],
    ['dropped_attributes_count', 1],
    ['dropped_events_count', 4_294_967_295],
    ['dropped_links_count', 3],
    ['references', [{ id: uuid, slug: 'a', version: '1', attributes: { b: null } }]],
    ['hashes', [{ id: uuid, attributes: { key: 'own' } }]],
    [
      'links',
      [
        {
          trace_id: traceId,
          span_id: parent,
          attributes: { a: 1 },
          trace_state: 'k=v',
          flags: 1,
          dropped_attributes_count: 2,
        },
      ],
    ],
    [
      'resource',
      { attributes: { 'a.b': [null] }, dropped_attributes_count: 1, schema_url: 'http://s' },
    ],
    [
      'scope',
      {
        name: 'n',
        version: '1',
        attributes: { 'a.b': 1 },
        dropped_attributes_count: 1,
        schema_url: 'http://s',
      },
    ],
  ])('%s is kept exactly as it is sent', (member, value) => {
    expect(canonicalSpan({ [member]: structuredClone(value) })[member]).toEqual(value);
  });

  it.each<[Member, unknown]>([
    ['parent_id', undefined],
    ['span_type', 'task'],
    ['span_kind', 'SPAN_KIND_UNSPECIFIED'],
    ['span_name', 'abcdef012345'],
    ['status_code', 'STATUS_CODE_UNSET'],
    ['status_message', undefined],
    ['references', undefined],
    ['links', undefined],
    ['hashes', undefined],
    ['events', undefined],
    ['session_id', undefined],
    ['resource', undefined],
    ['scope', undefined],
    ['trace_state', undefined],
    ['flags', undefined],
    ['dropped_attributes_count', 0],
    ['pricing', undefined],
  ])('%s has its default when it is absent or null', (member, expected) => {
    const { [member]: _absent, ...without } = aSentSpan();
    const read = (span: JsonObject) => {
      const outcome = ingest({ spans: [span] });
      return outcome.status === 'accepted' ? outcome.spans[0]?.[member] : outcome.status;
    };

    expect(read(without)).toEqual(expected);
    expect(read({ ...aSentSpan(), [member]: null })).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['span_type', spanTypes],
    ['span_kind', spanKinds],
    ['status_code', statusCodes],
    ['trace_type', traceTypes],
  ])('%s accepts every value of its enum, and no other spelling', (member, values) => {
    const codesOf = (value: string) =>
      dropCodesIn(ingest({ spans: [aSentSpan({ [member]: value })] }));

    expect(values.flatMap(codesOf)).toEqual([]);
    for (const value of values) {
      expect(codesOf(` ${value}`)).toEqual(['invalid_enum']);
      expect(
        codesOf(value.toLowerCase() === value ? value.toUpperCase() : value.toLowerCase()),
      ).toEqual(['invalid_enum']);
    }
  });

  it.each(traceTypes)('trace_type %s is ignored, because the type is computed', (traceType) => {
    expect(canonicalSpan({ trace_type: traceType }).trace_type).toBe('invocation');
    expect(canonicalSpan({ trace_type: traceType, links: [] }).trace_type).toBe('annotation');
  });

  it.each(['', '0000000000000000', '00000000-0000-0000-0000-000000000000', null])(
    'parent_id %p means no parent',
    (parentId) => {
      expect(canonicalSpan({ parent_id: parentId }).parent_id).toBeUndefined();
    },
  );

  it('an id in a link is read as leniently as any other and must not be zero', () => {
    const link = { trace_id: `{${uuid.toUpperCase()}}`, span_id: `urn:uuid:${uuid}` };

    expect(canonicalSpan({ links: [link] }).links).toEqual([
      { trace_id: uuid.replaceAll('-', ''), span_id: '938e2ebc070beca8' },
    ]);
    const zero = aSentSpan({ links: [{ ...link, trace_id: '0'.repeat(32) }] });
    expect(dropCodesIn(ingest({ spans: [zero] }))).toEqual(['invalid_link']);
  });

  it('an event keeps its attributes unchanged and accepts any form of time', () => {
    const timestamps = [
      '2026-05-01 10:00:00',
      1_777_629_600,
      '1777629600000',
      1_777_629_600_000_000,
    ];
    const events = timestamps.map((timestamp) => ({
      name: 'e',
      timestamp,
      attributes: { 'a.b': null },
      dropped_attributes_count: 0,
    }));

    expect(canonicalSpan({ events }).events).toEqual(
      timestamps.map(() => ({
        name: 'e',
        timestamp: 1_777_629_600_000_000_000n,
        attributes: { 'a.b': null },
      })),
    );
  });

  it('empty attributes of list entries are left out, and dotted keys are unfolded', () => {
    const link = { trace_id: traceId, span_id: parent };
    const span = canonicalSpan({
      links: [
        { ...link, attributes: {} },
        { ...link, attributes: { 'a.b': 1 } },
      ],
      hashes: [{ id: uuid, attributes: { 'a.b': 1, ag: 2 } }],
    });

    expect(span.links).toEqual([link, { ...link, attributes: { a: { b: 1 } } }]);
    expect(span.hashes).toEqual([{ id: uuid, attributes: { a: { b: 1 }, ag: 2 } }]);
  });
});
