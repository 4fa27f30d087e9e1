import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import { decompressFrame } from '@spanhouse/span-log/frame';
import { decodeSpanRows } from '@spanhouse/span-row';
import { anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import request from 'supertest';
import { letterOf } from '../testing/letters.js';
import { testAdminKey } from '../testing/test-admin.js';
import { createTestTraceQuery, type TestTraceQueryOptions } from '../testing/test-trace-query.js';

const YEAR_1850 = -3_786_912_000_000_000_000n;
const year1900 = '1900-01-01T00:00:00Z';
const attributes = { customer: { tier: 'gold' }, 'a.b': 1, ag: { data: { inputs: 'x' } } };

async function create(letter: DeadLetter, options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery(options);
  await query.log.put([letter]);
  const retry = (body?: object | string, id = '1-0-4-0', search = '') =>
    request(query.app)
      .post(`/project/dead-letters/${id}/retry${search}`)
      .set('content-type', 'application/json')
      .send(body);
  const messages = () => [0, 1].flatMap((partition) => query.log.messages(partition));
  /** Decodes the spans of the only published message. */
  const sent = async () => {
    const [message, ...others] = messages();
    if (message === undefined || others.length > 0) {
      throw new Error('not exactly one message was published');
    }
    const { uncompressedBytes, rowSchemaVersion } = message.headers;
    const frame = await decompressFrame(message.frame, uncompressedBytes);
    if (frame.status === 'unreadable') {
      throw new Error(frame.reason);
    }
    return { message, spans: decodeSpanRows(frame.rows, rowSchemaVersion) };
  };
  return { ...query, retry, sent, messages };
}

describe('POST /project/dead-letters/{letter_id}/retry', () => {
  it.each([undefined, {}, { drop: [], clamp: [] }, { drop: null }])(
    'sends the bytes unchanged with the body %j, and names the letter',
    async (body) => {
      const letter = await letterOf([{}, { span_id: 'aaaaaaaaaaaaaaaa' }]);
      const { retry, sent, app } = await create(letter);

      const answer = await retry(body).expect(202);
      const { message } = await sent();

      expect(answer.body).toEqual({ count: 1, rows: 2 });
      expect(Buffer.from(message.frame)).toEqual(letter.bytes);
      expect(message.headers).toMatchObject({ retryOf: '1-0-4-0', spanCount: 2, kind: 'rows' });
      const receipt = answer.headers['x-ingest-receipt'];
      const { body: status } = await request(app).get(`/receipts/${receipt}`);
      expect(status).toMatchObject({ pending: 0, stored: 2 });
    },
  );

  it('sends bytes that cannot be decoded to the partition that they came from', async () => {
    const origin = { partition: 1, offset: 4 };
    const letter = await letterOf([], { origin, stage: 'decode', bytes: Buffer.from('damaged') });
    const { retry, messages } = await create(letter);

    await retry(undefined, '1-1-4-0').expect(202);

    expect(messages()).toMatchObject([{ partition: 1, headers: { retryOf: '1-1-4-0' } }]);
    expect(Buffer.from(messages()[0]?.frame ?? []).toString()).toBe('damaged');
  });

  it('refuses a letter without rows of a known version, at which every consumer would stop', async () => {
    const letter = await letterOf([], { stage: 'decode', rowSchemaVersion: 0 });
    const { retry, messages } = await create(letter);

    const { body } = await retry().expect(422);

    expect(body.detail).toMatchObject([{ msg: expect.stringContaining('cannot be sent again') }]);
    expect(messages()).toEqual([]);
  });

  it('states the size of rows for a letter of an earlier version, which did not', async () => {
    const letter = await letterOf([{}]);
    const { retry, sent } = await create({ ...letter, uncompressedBytes: 0 });

    await retry().expect(202);

    expect((await sent()).message.headers.uncompressedBytes).toBe(letter.uncompressedBytes);
  });

  it('moves times into the range that can be stored, with the duration that follows', async () => {
    const end = YEAR_1850 + 5_000_000n;
    const { retry, sent } = await create(
      await letterOf([{ start_time: YEAR_1850, end_time: end, attributes }]),
    );

    await retry({ clamp: ['start_time', 'end_time'] }).expect(202);
    const [span] = (await sent()).spans;

    expect(span?.start_time).toBe(BigInt(Date.parse(year1900)) * 1_000_000n);
    expect(span?.end_time).toBe(span?.start_time);
    expect(JSON.parse(span?.metrics ?? '').duration).toEqual({});
    expect(JSON.parse(span?.attributes ?? '')).toMatchObject({ customer: { tier: 'gold' } });
  });

  it('removes attributes by the paths of filters', async () => {
    const { retry, sent } = await create(await letterOf([{ attributes }, {}]));

    await retry({ drop: ['customer.tier', 'a.b', 'ag.data.inputs'] }).expect(202);
    const [span] = (await sent()).spans;

    expect(JSON.parse(span?.attributes ?? '')).toEqual({ customer: {}, ag: { data: {} } });
  });

  it('keeps the identity and every other member of any span that it changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyCanonicalSpan(), async (any) => {
        const span = { ...any, attributes: { poison: 'x', ...any.attributes } };
        const { retry, sent } = await create(await letterOf([span]));
        const unchanged = await create(await letterOf([span]));
        await unchanged.retry().expect(202);
        const [before] = (await unchanged.sent()).spans;

        const { status, body } = await retry({ drop: ['poison'] });

        expect({ status, body }).toEqual({ status: 202, body: { count: 1, rows: 1 } });
        const [after] = (await sent()).spans;
        expect(after).toEqual({ ...before, attributes: expect.any(String) });
        expect(JSON.parse(after?.attributes ?? '')).toEqual(
          JSON.parse(before?.attributes.replace('"poison":"x",', '') ?? ''),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('sends every retry of a letter to one partition, changed or not', async () => {
    const { retry, messages } = await create(await letterOf([{ attributes }]));

    await retry().expect(202);
    await retry({ drop: ['customer'] }).expect(202);

    expect(new Set(messages().map(({ partition }) => partition)).size).toBe(1);
    expect(messages()).toHaveLength(2);
  });

  it.each([
    [{ clamp: ['received_at'] }, ['body', 'clamp', 0]],
    [{ clamp: 'start_time' }, ['body', 'clamp']],
    [{ drop: [7] }, ['body', 'drop', 0]],
    [{ drop: [''] }, ['body', 'drop', 0]],
    [{ drop: ['customer.name'] }, ['body', 'drop', 0]],
    [{ dropp: [] }, ['body']],
    ['[]', ['body']],
  ])('refuses the body %j with 422, and sends nothing', async (body, loc) => {
    const { retry, messages } = await create(await letterOf([{ attributes }]));

    const { detail } = (await retry(body).expect(422)).body;

    expect(detail).toEqual([expect.objectContaining({ loc })]);
    expect(messages()).toEqual([]);
  });

  it('refuses a changed span that is larger than a span may be', async () => {
    const large = { text: 'x'.repeat(2000), ...attributes };
    const { retry, messages } = await create(await letterOf([{ attributes: large }]), {
      settings: { spanLimitBytes: 1000 },
    });

    const { detail } = (await retry({ drop: ['customer'] }).expect(422)).body;

    expect(detail).toMatchObject([{ msg: expect.stringContaining('at most 1000 bytes') }]);
    expect(messages()).toEqual([]);
  });

  it('refuses to change what cannot be decoded', async () => {
    const { retry } = await create(await letterOf([], { bytes: Buffer.from('damaged') }));

    const { detail } = (await retry({ clamp: ['start_time'] }).expect(422)).body;

    expect(detail[0].msg).toContain('cannot be decoded');
  });

  it('answers 404 for an unknown, a settled and another project’s letter', async () => {
    const other = await letterOf([{}], { projectId: '018f6d5e-0000-7000-8000-00000000ffff' });
    const { retry, log, messages } = await create(other);
    const origin = { partition: 0, offset: 8 };
    await log.put([await letterOf([{}], { origin })]);
    await log.settle([{ letterId: '1-0-8-0', origin }]);

    for (const id of ['1-0-4-0', '1-0-8-0', 'nonsense']) {
      const { body } = await retry({}, id).expect(404);
      expect(body).toEqual({ detail: 'There is no such dead letter.' });
    }
    expect(messages()).toEqual([]);
  });

  describe('of an administrator', () => {
    const settings = { adminKeys: [testAdminKey] as const };
    const ofNoProject = async () => ({ ...(await letterOf([{ attributes }])), projectId: '' });
    const createForAdmin = async (letter: DeadLetter) => {
      const query = await create(letter, { settings });
      const send = (body?: object, key = testAdminKey) =>
        query.retry(body, '1-0-4-0', '?all=true').set('authorization', `Access ${key}`);
      return { ...query, send };
    };

    it('sends a letter of no project unchanged, and its receipt is one of the list of all', async () => {
      const { send, sent, app } = await createForAdmin(await ofNoProject());

      const answer = await send().expect(202);
      const { message } = await sent();

      expect(message.headers).toMatchObject({ retryOf: '1-0-4-0', projectId: '' });
      expect(answer.headers['cache-control']).toBe('no-store');
      await request(app)
        .get('/project/dead-letters?all=true')
        .set('authorization', `Access ${testAdminKey}`)
        .set('x-consistent-with', answer.headers['x-ingest-receipt'] ?? '')
        .expect(200);
    });

    it('refuses to change a letter of no project', async () => {
      const { send, messages } = await createForAdmin(await ofNoProject());

      const { detail } = (await send({ drop: ['customer'] }).expect(422)).body;

      expect(detail[0].msg).toContain('The project of this letter is not known');
      expect(messages()).toEqual([]);
    });

    it('does not know a letter of a project, whose key sends it', async () => {
      const { send, messages } = await createForAdmin(await letterOf([{}]));

      await send().expect(404);

      expect(messages()).toEqual([]);
    });

    it('needs the admin key', async () => {
      const { send, messages } = await createForAdmin(await ofNoProject());

      await send(undefined, 'another-key').expect(401);

      expect(messages()).toEqual([]);
    });
  });

  it('answers 503 with Retry-After while the log accepts nothing, and the letter stays', async () => {
    const { log } = createTestTraceQuery();
    const publisher = {
      ...log,
      partitionCount: 2,
      publish: () =>
        Promise.resolve({ status: 'retryable' as const, reason: 'full', retryAfterSeconds: 1 }),
      close: () => Promise.resolve(),
    };
    const { retry, app } = await create(await letterOf([{}]), { publisher });

    const { headers } = await retry().expect(503);

    expect(headers).toHaveProperty('retry-after');
    const { body } = await request(app).get('/project/dead-letters').expect(200);
    expect(body.count).toBe(1);
  });
});
