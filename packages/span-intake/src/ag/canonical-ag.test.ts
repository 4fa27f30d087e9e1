import { stringifyJson } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { anyAttributes } from '../testing/any-sent-span.js';
import { parseBodyText } from '../testing/read-body.js';
import { canonicalAg, canonicalAttributes, canonicalSpan } from '../testing/sent-span.js';

function canonicalOf(json: string) {
  return canonicalAg(parseBodyText(json));
}

describe('canonical ag', () => {
  it('is {data: {}} for a span without ag, at the end of the attributes', () => {
    expect(canonicalAttributes({ tier: 'gold' })).toEqual({ tier: 'gold', ag: { data: {} } });
    expect(Object.keys(canonicalAttributes({ ag: {}, tier: 'gold', 'b.c': 1 }))).toEqual([
      'tier',
      'b',
      'ag',
    ]);
  });

  it.each([
    ['{"foo":1,"hashes":[2]}', '{"data":{},"unsupported":{"foo":1,"hashes":[2]}}'],
    ['{"data":"x"}', '{"data":{},"unsupported":{"data":"x"}}'],
    ['{"metrics":[1]}', '{"data":{},"unsupported":{"metrics":[1]}}'],
    ['{"data":null,"meta":null,"unsupported":null}', '{"data":{}}'],
    ['"text"', '{"data":{},"unsupported":{"_invalid":"text"}}'],
    ['[1]', '{"data":{},"unsupported":{"_invalid":[1]}}'],
    ['null', '{"data":{}}'],
    ['{"unsupported":"u"}', '{"data":{},"unsupported":{"_unsupported":"u"}}'],
    [
      '{"unsupported":{"foo":1},"foo":2}',
      '{"data":{},"unsupported":{"foo":1,"_conflicts":{"ag.foo":2}}}',
    ],
    [
      '{"unsupported":{"foo":{"a":1}},"foo":{"b":2}}',
      '{"data":{},"unsupported":{"foo":{"a":1,"b":2}}}',
    ],
    ['{"meta":{},"tags":{},"unsupported":{},"session":{}}', '{"data":{}}'],
  ])('moves values that do not fit aside: %s', (sent, expected) => {
    expect(canonicalOf(sent)).toEqual(parseBodyText(expected));
  });

  it.each([
    [
      '{"data":{"inputs":{"q":null},"outputs":null}}',
      '{"data":{"inputs":{"q":null},"outputs":null}}',
    ],
    [
      '{"data":{"inputs":"{\\"q\\": 1}","outputs":"{\\"q\\": 1}"}}',
      '{"data":{"inputs":{"q":1},"outputs":"{\\"q\\": 1}"}}',
    ],
    [
      '{"data":{"parameters":"{\\"n\\":9007199254740993}"}}',
      '{"data":{"parameters":{"n":9007199254740993}}}',
    ],
    ['{"data":{"inputs":"[1]"}}', '{"data":{},"unsupported":{"data":{"inputs":"[1]"}}}'],
    [
      '{"data":{"inputs":[1],"internals":{}}}',
      '{"data":{"internals":{}},"unsupported":{"data":{"inputs":[1]}}}',
    ],
    ['{"data":{"inputs":null,"more":1}}', '{"data":{},"unsupported":{"data":{"more":1}}}'],
  ])('reads data: %s', (sent, expected) => {
    expect(canonicalOf(sent)).toEqual(parseBodyText(expected));
  });

  it.each([
    ['{"meta":{"configuration":{"t":1}}}', '{"data":{"parameters":{"t":1}}}'],
    ['{"meta":{"configuration":{"t":1},"a":2}}', '{"data":{"parameters":{"t":1}},"meta":{"a":2}}'],
    ['{"meta":{"configuration":"c"}}', '{"data":{},"meta":{"configuration":"c"}}'],
    [
      '{"meta":{"configuration":{"t":1}},"data":{"parameters":{}}}',
      '{"data":{"parameters":{}},"meta":{"configuration":{"t":1}}}',
    ],
    ['{"exception":{"type":null}}', '{"data":{},"exception":{"type":null}}'],
    [
      '{"session":{"id":"s","more":1},"user":{"id":3}}',
      '{"data":{},"session":{"id":"s"},"unsupported":{"session":{"more":1},"user":{"id":3}}}',
    ],
    ['{"agent":{"id":""}}', '{"data":{},"agent":{"id":""}}'],
    [
      '{"flags":{"a":1,"b":0,"c":{"d":true,"e":2}},"tags":{"x":"y","z":{"n":null}}}',
      '{"data":{},"flags":{"a":true,"b":false,"c":{"d":true}},"tags":{"x":"y"},"unsupported":{"flags":{"c":{"e":2}},"tags":{"z":{"n":null}}}}',
    ],
    [
      '{"selector":{"a":"b","__proto__":"p","c":1}}',
      '{"data":{},"selector":{"a":"b","__proto__":"p"},"unsupported":{"selector":{"c":1}}}',
    ],
  ])('reads the other groups: %s', (sent, expected) => {
    expect(canonicalOf(sent)).toEqual(parseBodyText(expected));
  });

  it('uses ag.type.span as the span type, then the top-level member, then task', () => {
    const typeOf = (type: string, members = {}) => {
      const span = canonicalSpan({ attributes: { 'ag.type.span': type }, ...members });
      return [span.span_type, span.has_type_span, span.attributes['ag']];
    };

    expect(typeOf('llm', { span_type: 'tool' })).toEqual(['llm', true, { data: {} }]);
    expect(typeOf('LLM', { span_type: 'tool' })).toEqual([
      'tool',
      false,
      { data: {}, unsupported: { type: { span: 'LLM' } } },
    ]);
    expect(canonicalSpan({}).span_type).toBe('task');
    expect(canonicalAg({ type: { trace: 'annotation', node: 'x' } })).toEqual({
      data: {},
      unsupported: { type: { node: 'x' } },
    });
  });

  it('fills absent groups from the top-level members', () => {
    const members = { exception: { type: 'E' }, session_id: 's', user_id: 'u', agent_id: 'a' };

    expect(canonicalSpan(members).attributes['ag']).toEqual({
      data: {},
      exception: { type: 'E' },
      session: { id: 's' },
      user: { id: 'u' },
      agent: { id: 'a' },
    });
    expect(
      canonicalSpan({ ...members, attributes: { 'ag.session.id': 'own' } }).attributes['ag'],
    ).toMatchObject({ session: { id: 'own' }, user: { id: 'u' } });
  });

  it('sets session, user and agent columns on roots only', () => {
    const attributes = { 'ag.session.id': 's', 'ag.user.id': 'u', 'ag.agent.id': 'a' };

    const root = canonicalSpan({ attributes: { ...attributes } });
    const child = canonicalSpan({ attributes: { ...attributes }, parent_id: 'a1a1a1a1a1a1a1a1' });

    expect([root.session_id, root.user_id, root.agent_id]).toEqual(['s', 'u', 'a']);
    expect([child.session_id, child.user_id, child.agent_id]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is idempotent: canonical attributes with their type and metrics remain unchanged', () => {
    fc.assert(
      fc.property(anyAttributes(), (attributes) => {
        const once = canonicalSpan({ attributes });
        const sent = {
          ...structuredClone(once.attributes),
          ag: {
            ...(structuredClone(once.attributes['ag']) as object),
            metrics: structuredClone(once.metrics) as never,
            type: once.has_type_span ? { span: once.span_type } : {},
          },
        };

        const twice = canonicalSpan({ attributes: sent as never });

        expect(stringifyJson(twice.attributes)).toBe(stringifyJson(once.attributes));
        expect(twice.metrics).toEqual(once.metrics);
        expect(twice.span_type).toBe(once.span_type);
      }),
      { numRuns: 400 },
    );
  });

  it('puts the key ag last, with known groups only, for any input', () => {
    fc.assert(
      fc.property(anyAttributes(), (attributes) => {
        const span = canonicalSpan({ attributes });

        expect(Object.keys(span.attributes).at(-1)).toBe('ag');
        expect(stringifyJson(span.attributes).endsWith('}}')).toBe(true);
        expect(groups).toEqual(expect.arrayContaining(Object.keys(span.attributes['ag'] ?? {})));
      }),
      { numRuns: 300 },
    );
  });
});

const groups = [
  'data',
  'references',
  'session',
  'user',
  'agent',
  'flags',
  'tags',
  'meta',
  'exception',
  'selector',
  'unsupported',
];
