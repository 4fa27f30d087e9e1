import { issueKey } from '@spanhouse/catalog/testing';
import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import request from 'supertest';
import { letterOf } from '../testing/letters.js';
import { testAdminKey } from '../testing/test-admin.js';
import { createTestTraceQuery, type TestTraceQueryOptions } from '../testing/test-trace-query.js';

const path = '/project/dead-letters';
const unknown = { detail: 'There is no such dead letter.' };
const otherProject = '018f6d5e-0000-7000-8000-00000000ffff';

async function create(letters: readonly DeadLetter[], options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery({ ...options, settings: { adminKeys: [testAdminKey] } });
  for (const letter of letters) {
    await query.log.put([letter]);
  }
  const get = async (address = '', status = 200) =>
    (await request(query.app).get(`${path}${address}`).expect(status)).body;
  const getAll = async (address: string, authorization = `Access ${testAdminKey}`) => {
    const asked = request(query.app).get(`${path}${address}`);
    return await asked.set('authorization', authorization);
  };
  return { ...query, get, getAll };
}

function at(offset: number): Pick<DeadLetter, 'origin'> {
  return { origin: { partition: 0, offset } };
}

describe('GET /project/dead-letters', () => {
  it('lists the letters of the project with their position and reason', async () => {
    const { get } = await create([await letterOf([{}, {}])]);

    expect(await get()).toEqual({
      count: 1,
      dead_letters: [
        {
          id: '1-0-4-0',
          recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          stage: 'insert',
          reason: '469: VIOLATED_CONSTRAINT: times_in_range',
          rows: 2,
          log_partition: 0,
          log_offset: 4,
          first_row: 0,
        },
      ],
    });
  });

  it('never shows a letter of another project, or without a project', async () => {
    const { get } = await create([
      await letterOf([{}], { ...at(1), projectId: otherProject }),
      { ...(await letterOf([{}], at(2))), projectId: '' },
      await letterOf([{}], at(3)),
    ]);

    const { dead_letters } = await get();

    expect(dead_letters).toMatchObject([{ id: '1-0-3-0' }]);
    expect(await get('/1-0-1-0', 404)).toEqual(unknown);
    expect(await get('/1-0-2-0', 404)).toEqual(unknown);
  });

  it('shows every letter once over pages that continue at a token', async () => {
    const letters = await Promise.all([1, 2, 3, 4, 5].map((offset) => letterOf([{}], at(offset))));
    const { get } = await create(letters);

    const first = await get('?limit=2');
    const second = await get(`?limit=2&next=${first.next}`);
    const third = await get(`?limit=2&next=${second.next}`);

    const shown = [first, second, third].flatMap((page) => page.dead_letters);
    expect(shown.map(({ log_offset }) => log_offset).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(third).toMatchObject({ count: 1 });
    expect(third).not.toHaveProperty('next');
  });

  it('shows the letters of a stage and of a time', async () => {
    const { get } = await create([
      await letterOf([{}], at(1)),
      await letterOf([{}], { ...at(2), stage: 'decode' }),
    ]);
    const [{ recorded_at }] = (await get('?stage=insert')).dead_letters;

    expect((await get('?stage=decode')).dead_letters).toMatchObject([{ log_offset: 2 }]);
    expect(await get(`?newest=${recorded_at}&stage=insert`)).toMatchObject({ count: 0 });
    expect(await get(`?oldest=${recorded_at}&stage=insert`)).toMatchObject({ count: 1 });
    expect(await get('?oldest=2200-01-01')).toMatchObject({ count: 0 });
  });

  it.each([
    ['stage=poison', 'stage'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=many', 'limit'],
    ['oldest=yesterday', 'oldest'],
    ['all=yes', 'all'],
  ])('refuses %s with 422', async (query, member) => {
    const { get } = await create([]);

    const { detail } = await get(`?${query}`, 422);

    expect(detail).toEqual([expect.objectContaining({ loc: ['query', member] })]);
  });

  it('refuses a token that it has not issued for this list with 400', async () => {
    const letters = [await letterOf([{}], at(1)), await letterOf([{}], at(2))];
    const { get, getAll } = await create(letters);
    const { body } = await getAll('?all=true&limit=1');

    for (const next of ['nonsense', body.next]) {
      expect(await get(`?next=${next}`, 400)).toEqual({ detail: "Invalid 'next' token." });
    }
  });

  it('lists the letters of every project, and letters without a project, with the admin key', async () => {
    const { getAll } = await create([
      await letterOf([{}], { ...at(1), projectId: otherProject }),
      { ...(await letterOf([{}], at(2))), projectId: '' },
    ]);

    const { body } = await getAll('?all=true');
    const found = await getAll('/1-0-1-0?all=true');

    const byOffset = body.dead_letters.toSorted(
      (a: { log_offset: number }, b: { log_offset: number }) => a.log_offset - b.log_offset,
    );
    expect(byOffset).toMatchObject([
      { log_offset: 1, project_id: otherProject },
      { log_offset: 2 },
    ]);
    expect(byOffset[1]).not.toHaveProperty('project_id');
    expect(found.status).toBe(200);
    expect(found.headers['cache-control']).toBe('no-store');
  });

  it.each(['?all=true', '/1-0-1-0?all=true'])('asks for the admin key at %s', async (address) => {
    const letter = await letterOf([{}], { ...at(1), projectId: otherProject });
    const open = await create([letter]);
    const keys = await create([letter], { authMode: 'keys' });
    const { text } = await issueKey(keys.catalog, ['view_spans', 'edit_spans']);

    expect(await open.get(address, 401)).not.toHaveProperty('dead_letters');
    expect((await open.getAll(address, 'Access nonsense')).status).toBe(401);
    expect((await keys.getAll(address, `ApiKey ${text}`)).status).toBe(401);
  });
});

describe('GET /project/dead-letters/{letter_id}', () => {
  it('answers a letter with its spans in the form of every read', async () => {
    const letter = await letterOf([
      { span_name: 'ask', attributes: { count: 2n ** 63n, ag: { data: {} } } },
      {},
    ]);
    const { app, get } = await create([letter]);

    const { text } = await request(app).get(`${path}/1-0-4-0`);

    expect(await get('/1-0-4-0')).toMatchObject({
      dead_letter: { id: '1-0-4-0', rows: 2 },
      spans: [{ span_name: 'ask' }, {}],
    });
    expect(text).toContain('"count":9223372036854775808');
  });

  it('answers the bytes of a letter that cannot be decoded', async () => {
    const damaged = Buffer.from('no frame');
    const readable = await letterOf([{}], at(2));
    const { get } = await create([
      await letterOf([], { ...at(1), stage: 'decode', bytes: damaged }),
      { ...readable, rowSchemaVersion: 999 },
    ]);

    const found = await get('/1-0-1-0');

    expect(found).toEqual({
      dead_letter: expect.objectContaining({ stage: 'decode' }),
      bytes: damaged.toString('base64'),
    });
    expect(await get('/1-0-2-0')).toHaveProperty('bytes');
  });

  it.each(['/1-0-9-0', '/nonsense', '/1-0-4-0x'])('answers 404 for %s', async (address) => {
    const { get } = await create([await letterOf([{}])]);

    expect(await get(address, 404)).toEqual(unknown);
  });
});
