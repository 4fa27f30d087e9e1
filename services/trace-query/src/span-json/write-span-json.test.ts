import { aStoredSpan } from '../testing/a-stored-span.js';
import { writeSpanJson } from './write-span-json.js';

describe('writeSpanJson', () => {
  it('writes every optional member', () => {
    const plain = {
      parent_id: '53995c3f42cd8ad8',
      status_message: '',
      session_id: 's "1"\u0000\n',
      user_id: 'u',
      agent_id: 'a',
      trace_state: 'k=v',
      flags: 0,
      dropped_attributes_count: 1,
      dropped_events_count: 2,
      dropped_links_count: 3,
      updated_by_id: '00000000-0000-0000-0000-0000000000aa',
    };
    const texts = {
      references: '[{"slug":"my-app"}]',
      links: '[{"trace_id":"t","span_id":"s"}]',
      hashes: '[{"id":"h"}]',
      events: '[{"name":"e","timestamp":"2026-05-01T10:00:00Z"}]',
      resource: '{"attributes":{"service.name":"shop"}}',
      scope: '{"name":"demo"}',
      pricing: '{"table":"t","version":"1","model":"m"}',
    };
    const updated_at = 1_777_629_700_000_000_001n;
    const parsed = Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)]);

    expect(
      JSON.parse(writeSpanJson(aStoredSpan({ ...plain, ...texts, updated_at }))),
    ).toMatchObject({
      ...plain,
      ...Object.fromEntries(parsed),
      updated_at: '2026-05-01T10:01:40.000000001Z',
    });
  });

  it('shows the span type in the attributes only when it was supplied', () => {
    const span = aStoredSpan({ span_type: 'llm', has_type_span: true });

    expect(writeSpanJson(span)).toContain('"type":{"trace":"invocation","span":"llm"}');
    expect(writeSpanJson(aStoredSpan({ span_type: 'llm' }))).toContain(
      '"type":{"trace":"invocation"}',
    );
  });

  it('copies stored texts character by character', () => {
    const attributes =
      '{"n":9007199254740993,"x":1.50e+3,"__proto__":{"ag":1},"ag":{"data":{"outputs":"\\u00e4"}}}';

    expect(writeSpanJson(aStoredSpan({ attributes }))).toContain(attributes.slice(0, -2));
  });

  it('shows what a trace-shaped read puts in place of the stored values', () => {
    const shown = { trace_type: 'annotation', metrics: '{"errors":{"cumulative":1}}' };
    const span = JSON.parse(writeSpanJson(aStoredSpan(), shown));

    expect(span.trace_type).toBe('annotation');
    expect(span.attributes.ag).toEqual({
      data: {},
      type: { trace: 'annotation' },
      metrics: { errors: { cumulative: 1 } },
    });
  });

  describe('outputs with a __default__', () => {
    const withOutputs = (outputs: string) =>
      writeSpanJson(
        aStoredSpan({
          attributes: `{"n":18446744073709551615,"ag":{"data":{"outputs":${outputs}}}}`,
        }),
      );

    it('shows its value, large integers exact', () => {
      const json = withOutputs('{"__default__":{"a":9007199254740993},"other":1}');

      expect(json).toContain('"data":{"outputs":{"a":9007199254740993}},"type":{');
      expect(json).toContain('{"n":18446744073709551615,');
    });

    it('shows null and texts', () => {
      expect(withOutputs('{"__default__":null}')).toContain('"data":{"outputs":null}');
      expect(withOutputs('{"__default__":"x"}')).toContain('"data":{"outputs":"x"}');
    });

    it('does not change a __default__ anywhere else', () => {
      for (const outputs of ['"__default__"', '["__default__"]', '{"a":{"__default__":1}}']) {
        expect(withOutputs(outputs)).toContain(`"data":{"outputs":${outputs}}`);
      }
    });
  });
});
