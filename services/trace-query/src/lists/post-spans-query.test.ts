import { anyPrincipal } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const spans = [0, 1, 2].map((index) =>
  aStoredSpan({ span_id: spanId(index), span_name: `s${index}`, start_time: BigInt(index) }),
);

function create(options?: Parameters<typeof createTestTraceQuery>[0]) {
  const query = createTestTraceQuery(options);
  const ask = (body?: string | object, path = '/spans/query') => {
    const post = request(query.app).post(path);
    return body === undefined ? post : post.set('content-type', 'application/json').send(body);
  };
  return { ...query, ask };
}

function namesOf(body: { spans: { span_name: string }[] }) {
  return body.spans.map((span) => span.span_name);
}

describe('POST /spans/query', () => {
  it.each([undefined, {}, 'null', { filtering: null, windowing: {}, query_ref: null }])(
    'answers %j with every span, newest first',
    async (body) => {
      const { ask, reader } = create();
      reader.add(spans);

      const { status, body: answer } = await ask(body);

      expect(status).toBe(200);
      expect(answer.count).toBe(3);
      expect(namesOf(answer)).toEqual(['s2', 's1', 's0']);
      expect(answer).not.toHaveProperty('windowing');
    },
  );

  it('answers an empty result with an empty list', async () => {
    const { ask } = create();

    const { text } = await ask();

    expect(text).toBe('{"count":0,"spans":[]}');
  });

  it('filters, and pages by the token alone', async () => {
    const { ask, reader } = create();
    reader.add(spans);
    const filtering = { conditions: [{ field: 'span_name', operator: 'in', value: ['s0', 's2'] }] };

    const first = (await ask({ filtering, windowing: { limit: 1 } })).body;
    const second = (await ask({ filtering, windowing: { next: first.windowing.next } })).body;

    expect(namesOf(first)).toEqual(['s2']);
    expect(first.windowing).toEqual({ limit: 1, order: 'descending', next: expect.any(String) });
    expect(namesOf(second)).toEqual(['s0']);
    expect(second).not.toHaveProperty('windowing');
  });

  it('repeats the window of the request if there is a next page', async () => {
    const { ask, reader } = create();
    reader.add(spans);
    const windowing = {
      oldest: '1970-01-01',
      newest: 1_777_629_600_250,
      order: 'ascending',
      rate: 1,
    };

    const { body } = await ask({ windowing: { ...windowing, oldest: '1960-01-01', limit: 2 } });

    expect(body.windowing).toEqual({
      newest: '2026-05-01T10:00:00.250000Z',
      oldest: '1960-01-01T00:00:00Z',
      limit: 2,
      order: 'ascending',
      rate: 1,
      next: expect.any(String),
    });
  });

  it('shows that it clamped the limit', async () => {
    const { ask, reader } = create({ settings: { maxLimit: 5 } });
    reader.add(spans);

    const { body } = await ask({ windowing: { limit: 6 } });

    expect(body.windowing).toEqual({ limit: 5, order: 'descending' });
  });

  it('looks back only as far as it is configured to', async () => {
    const { ask, clock, reader } = create({ settings: { lookBackNs: 10n } });
    reader.add([...spans, aStoredSpan({ span_name: 'recent', start_time: clock.nowNs() })]);

    expect(namesOf((await ask()).body)).toEqual(['recent']);
    expect(namesOf((await ask({ windowing: { oldest: '1960-01-01' } })).body)).toHaveLength(4);
  });

  describe('refusals', () => {
    it.each([
      ['a body that is no object', '[]', ['body']],
      [
        'a filter with a wrong operator',
        { filtering: { conditions: [{ field: 'a', operator: 'x' }] } },
        ['body', 'filtering', 'conditions', 0, 'operator'],
      ],
      ['a filter that is no object', { filtering: 'x' }, ['body', 'filtering']],
      ['a limit of 0', { windowing: { limit: 0 } }, ['body', 'windowing', 'limit']],
      ['a span id as cursor', { windowing: { next: spanId(1) } }, ['body', 'windowing', 'next']],
      ['a window that is no object', { windowing: 5 }, ['body', 'windowing']],
    ])('422 for %s', async (_title, body, loc) => {
      const { ask } = create();

      const { status, body: answer } = await ask(body);

      expect(status).toBe(422);
      expect(answer.detail).toHaveLength(1);
      expect(answer.detail[0]).toMatchObject({
        loc,
        type: expect.any(String),
        msg: expect.any(String),
      });
    });

    it('answers 422 with every problem', async () => {
      const { ask } = create();

      const { body } = await ask({
        filtering: { operator: 'xor' },
        windowing: { limit: 0, rate: 2 },
      });

      expect(body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual([
        'operator',
        'limit',
        'rate',
      ]);
    });

    it('answers 422 for malformed JSON and for another content type', async () => {
      const { app, ask } = create();

      expect((await ask('{"a":')).body.detail[0].type).toBe('json_invalid');
      expect((await ask(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`)).body.detail[0].type).toBe(
        'json_invalid',
      );
      expect((await request(app).post('/spans/query').type('text/plain').send('{}')).status).toBe(
        422,
      );
    });

    it.each([
      [
        { filtering: { conditions: [{ field: 'nope', key: 'a', operator: 'exists' }] } },
        "Unsupported condition field 'nope'.",
      ],
      [
        { filtering: { operator: 'not', conditions: [{}] } },
        "'not' operator requires exactly one condition.",
      ],
      [{ windowing: { next: 'nonsense' } }, "Invalid 'next' token."],
    ])('400 for %j', async (body, detail) => {
      const { ask } = create();

      const answer = await ask(body);

      expect([answer.status, answer.body]).toEqual([400, { detail }]);
    });

    it('answers 400 for a token of another filter or another project', async () => {
      let projectId = '00000000-0000-0000-0000-000000000001';
      const { ask, reader } = create({
        authenticate: async () => anyPrincipal({ project_id: projectId }),
      });
      reader.add(spans);
      const { next } = (await ask({ windowing: { limit: 1 } })).body.windowing;
      const filtering = { conditions: [{ field: 'span_name', operator: 'is_not', value: 'x' }] };

      expect((await ask({ windowing: { next } })).status).toBe(200);
      expect((await ask({ filtering, windowing: { next } })).body.detail).toBe(
        "Invalid 'next' token.",
      );
      expect((await ask({ windowing: { next } }, '/traces/query')).body.detail).toBe(
        "Invalid 'next' token.",
      );
      projectId = '00000000-0000-0000-0000-000000000002';
      expect((await ask({ windowing: { next } })).body.detail).toBe("Invalid 'next' token.");
    });
  });
});
