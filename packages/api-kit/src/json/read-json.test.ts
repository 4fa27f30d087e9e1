import request from 'supertest';
import { z } from 'zod';
import { createTestHttpApp } from '../testing/test-http-app.js';
import { parseJsonRequest, readOptionalJson, readRequiredJson } from './read-json.js';

const schema = z
  .object({
    limit: z.number().int().min(1).max(10).optional(),
    order: z.enum(['ascending', 'descending', 'none']).optional(),
    focus: z.literal('trace').optional(),
    spans: z.array(z.object({ trace_id: z.string() })).optional(),
    pair: z.object({ left: z.union([z.string(), z.number()]) }).optional(),
    either: z.union([z.string(), z.object({ deep: z.object({ id: z.number() }) })]).optional(),
  })
  .refine(({ limit }) => limit !== 7, { message: 'not seven' })
  .optional();

const app = createTestHttpApp([
  {
    method: 'POST',
    path: '/query',
    handler: async (req, res) => {
      const query = await parseJsonRequest(req, { limitBytes: 10_000, schema });
      res.json({ query: query ?? null });
    },
  },
  {
    method: 'POST',
    path: '/required',
    handler: async (req, res) =>
      void res.json(await readRequiredJson(req, { limitBytes: 10_000, maxValues: 1000 })),
  },
  {
    method: 'POST',
    path: '/optional',
    handler: async (req, res) => {
      res.json((await readOptionalJson(req, { limitBytes: 10_000 })) ?? 'absent');
    },
  },
]);

function post(body: string | Buffer, type = 'application/json') {
  return request(app)
    .post('/query')
    .set('content-type', type)
    .serialize((sent) => sent)
    .send(body as string);
}

async function detailOf(body: unknown) {
  return (await post(JSON.stringify(body)).expect(422)).body.detail[0];
}

describe('parseJsonRequest', () => {
  it('returns the validated body', async () => {
    await post('{"limit": 5, "unknown": 1}').expect(200, { query: { limit: 5 } });
  });

  it('refuses a body with too many values for its size', async () => {
    const roomy = createTestHttpApp([
      {
        method: 'POST',
        path: '/query',
        handler: async (req) => void (await readOptionalJson(req, { limitBytes: 1_000_000 })),
      },
    ]);
    const lists = JSON.stringify(new Array(100_000).fill([]));

    const { body } = await request(roomy).post('/query').type('json').send(lists).expect(413);

    expect(body.detail).toBe(
      'Request body holds more objects and lists than 10000 and one for every 6 characters.',
    );
  });

  it('validates an absent body with the schema', async () => {
    await request(app).post('/query').expect(200, { query: null });
  });

  it.each(['application/json; charset=utf-8', 'application/vnd.x+json', 'APPLICATION/JSON'])(
    'accepts the content type %s',
    async (type) => {
      await post('{}', type).expect(200);
    },
  );

  it('answers 422 for another content type', async () => {
    const { body } = await post('{}', 'text/plain').expect(422);

    expect(body.detail[0]).toMatchObject({ type: 'model_attributes_type', loc: ['body'] });
  });

  it.each(['{', '{"a":}', 'nonsense', '\u0000'])('answers json_invalid for %j', async (text) => {
    const { body } = await post(text).expect(422);

    expect(body.detail[0]).toMatchObject({ type: 'json_invalid', loc: ['body'] });
  });

  it('answers json_invalid for bytes that are not UTF-8', async () => {
    const { body } = await post(Buffer.from([0x22, 0xff, 0x22])).expect(422);

    expect(body.detail[0]).toMatchObject({ type: 'json_invalid', ctx: { error: 'Invalid UTF-8' } });
  });

  it('answers 413 with the documented body', async () => {
    await post(`"${'x'.repeat(10_000)}"`).expect(413, {
      type: 'about:blank',
      title: 'Content Too Large',
      status: 413,
      detail: 'Request body exceeds the limit of 10000 bytes.',
    });
  });
});

describe('parseJsonRequest: details of a 422', () => {
  it('names a missing member and shows the object that lacks it', async () => {
    expect(await detailOf({ spans: [{ trace_id: 'a' }, { span_id: 'b' }] })).toEqual({
      type: 'missing',
      loc: ['body', 'spans', 1, 'trace_id'],
      msg: 'Field required',
      input: { span_id: 'b' },
    });
  });

  it('shows the object that lacks a union', async () => {
    expect(await detailOf({ pair: { right: 1 } })).toEqual({
      type: 'missing',
      loc: ['body', 'pair', 'left'],
      msg: 'Field required',
      input: { right: 1 },
    });
  });

  it('lists the values of an enum', async () => {
    expect(await detailOf({ order: 'up' })).toEqual({
      type: 'enum',
      loc: ['body', 'order'],
      msg: "Input should be 'ascending', 'descending' or 'none'",
      input: 'up',
      ctx: { expected: "'ascending', 'descending' or 'none'" },
    });
  });

  it.each([
    [{ limit: 11 }, 'less_than_equal', 'Input should be less than or equal to 10'],
    [{ limit: 0 }, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    [{ limit: 1.5 }, 'int_type', 'Input should be a valid integer'],
    [{ limit: '1' }, 'float_type', 'Input should be a valid number'],
    [{ spans: {} }, 'list_type', 'Input should be a valid list'],
    [{ spans: ['x'] }, 'dict_type', 'Input should be a valid dictionary'],
    [{ limit: 7 }, 'value_error', 'Value error, not seven'],
  ])('explains %j', async (body, type, msg) => {
    expect(await detailOf(body)).toMatchObject({ type, msg });
  });

  it('reports the branch of a union that matched furthest', async () => {
    expect(await detailOf({ either: { deep: { id: 'x' } } })).toMatchObject({
      type: 'float_type',
      loc: ['body', 'either', 'deep', 'id'],
    });
  });

  it('does not send a large input back', async () => {
    expect(await detailOf({ order: 'x'.repeat(5000) })).not.toHaveProperty('input');
  });
});

describe('readRequiredJson and readOptionalJson', () => {
  const send = (path: string, body: string) =>
    request(app).post(path).set('content-type', 'application/json').send(body);

  it('treat an absent body differently', async () => {
    const { body } = await send('/required', '').expect(422);

    expect(body.detail).toEqual([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
    await send('/optional', '').expect(200, '"absent"');
  });

  it('treat a byte order mark differently', async () => {
    await send('/required', '\ufeff{}').expect(422);
    await send('/optional', '\ufeff{}').expect(200, {});
  });

  it('report different locations for malformed JSON', async () => {
    const required = (await send('/required', '{"a":1,}').expect(422)).body.detail[0];
    const optional = (await send('/optional', '{"a":1,}').expect(422)).body.detail[0];

    expect(required).toMatchObject({ type: 'json_invalid', loc: ['body', 7] });
    expect(required).not.toHaveProperty('input');
    expect(optional).toMatchObject({ type: 'json_invalid', loc: ['body'], input: {} });
  });
});
