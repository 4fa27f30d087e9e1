import { createSavedQueryClient } from '../testing/saved-query-client.js';

interface Item {
  readonly slug: string;
}

function create(options: Parameters<typeof createSavedQueryClient>[0] = {}) {
  const client = createSavedQueryClient(options);
  const list = async (path: string, body: object = {}) => (await client.post(path, body)).body;
  const slugs = async (body: object, query = '') =>
    (await list(`/queries/query${query}`, body)).queries.map(({ slug }: Item) => slug);
  return { ...client, list, slugs };
}

async function threeQueries() {
  const client = create();
  const bodies = [
    { slug: 'a', name: 'Slow calls', flags: { is_x: true } },
    { slug: 'b', name: 'Errors', tags: { team: { name: 'core' } } },
    { slug: 'c', description: 'slow too' },
  ];
  const ids: string[] = [];
  for (const query of bodies) {
    ids.push((await client.post('/queries/', { query })).body.query.id);
    await client.clock.advance(1);
  }
  return { ...client, ids };
}

describe('POST /queries/query', () => {
  it('lists by id, newest first, with the number of items of the answer', async () => {
    const { list, ids } = await threeQueries();

    const body = await list('/queries/query');

    expect(body).toMatchObject({ count: 3 });
    expect(body.queries.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(body).not.toHaveProperty('windowing');
  });

  it('answers an empty list with its key', async () => {
    const { list } = create();

    expect(await list('/queries/query')).toEqual({ count: 0, queries: [] });
    expect(await list('/queries/variants/query')).toEqual({ count: 0, query_variants: [] });
    expect(await list('/queries/revisions/query')).toEqual({ count: 0, query_revisions: [] });
    expect(await list('/simple/queries/query')).toEqual({ count: 0, queries: [] });
  });

  it('selects by members of the body, all of which must match', async () => {
    const { slugs } = await threeQueries();

    expect(await slugs({ query: { name: 'slow' } })).toEqual(['a']);
    expect(await slugs({ query: { description: 'SLOW' } })).toEqual(['c']);
    expect(await slugs({ query: { flags: { is_x: true } } })).toEqual(['a']);
    expect(await slugs({ query: { tags: { team: { name: 'core' } } } })).toEqual(['b']);
    expect(await slugs({ query: { slug: 'a' } })).toEqual(['a']);
    expect(await slugs({ query: { slugs: ['a', 'c'] } })).toEqual(['c', 'a']);
    expect(await slugs({ query: { name: 'slow', slugs: ['b'] } })).toEqual([]);
    expect(await slugs({ query_refs: [{ slug: 'b' }, { slug: 'a' }] })).toEqual(['b', 'a']);
  });

  it('selects by the query string, too, if the body lacks the member', async () => {
    const { slugs, ids } = await threeQueries();

    expect(await slugs({}, '?name=slow')).toEqual(['a']);
    expect(await slugs({}, '?query_slug=b')).toEqual(['b']);
    expect(await slugs({}, `?query_id=${ids[2]}`)).toEqual(['c']);
    expect(await slugs({}, `?flags=${encodeURIComponent('{"is_x":true}')}`)).toEqual(['a']);
    expect(await slugs({}, '?order=ascending&limit=2')).toEqual(['a', 'b']);
    expect(await slugs({ query: { name: 'err' } }, '?name=slow')).toEqual(['b']);
    expect(await slugs({ query_refs: [{ slug: 'a' }] }, '?query_slug=b')).toEqual(['a']);
    const window = { windowing: { limit: 1 } };
    expect(await slugs(window, '?limit=2&order=ascending')).toEqual(['a']);
  });

  it.each([
    ['?flags=x', {}, ['query', 'flags']],
    ['?query_id=x', {}, ['query', 'query_id']],
    ['?include_archived=maybe', {}, ['query', 'include_archived']],
    ['?limit=0', {}, ['query', 'limit']],
    ['', { windowing: { order: 'asc' } }, ['body', 'windowing', 'order']],
    ['', { windowing: [] }, ['body', 'windowing']],
    ['', { query_refs: [{ version: 1 }] }, ['body', 'query_refs', 0, 'version']],
  ])('422 for %s %j', async (query, body, loc) => {
    const { post } = create();

    expect(await post(`/queries/query${query}`, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc }] },
    });
  });

  it('omits archived entities unless they are requested', async () => {
    const { slugs, post, ids } = await threeQueries();
    await post(`/queries/${ids[0]}/archive`);

    expect(await slugs({})).toEqual(['c', 'b']);
    expect(await slugs({ include_archived: true })).toEqual(['c', 'b', 'a']);
    expect(await slugs({}, '?include_archived=true')).toEqual(['c', 'b', 'a']);
    expect(await slugs({ include_archived: false }, '?include_archived=true')).toHaveLength(2);
  });

  it('continues with the window of the answer, with its token alone, or with the id of the last item', async () => {
    const { list, slugs, ids } = await threeQueries();

    const { queries, windowing } = await list('/queries/query', {
      windowing: { limit: 2, order: 'ascending' },
    });

    expect(queries.map(({ slug }: Item) => slug)).toEqual(['a', 'b']);
    expect(windowing).toEqual({ limit: 2, order: 'ascending', next: expect.any(String) });
    expect(await slugs({ windowing })).toEqual(['c']);
    expect(await slugs({ windowing: { next: windowing.next } })).toEqual(['c']);
    expect(await slugs({ windowing: { next: ids[1], order: 'ascending' } })).toEqual(['c']);
    expect(await slugs({ windowing: { next: ids[1] } })).toEqual(['a']);
  });

  it('answers 400 for a token of another list, and for an invalid token', async () => {
    const { list, post } = await threeQueries();
    const { windowing } = await list('/queries/query', { windowing: { limit: 1 } });
    const { next } = windowing;

    for (const [path, body] of [
      ['/queries/query', { windowing: { next }, include_archived: true }],
      ['/queries/query', { windowing: { next }, query: { name: 'x' } }],
      ['/queries/variants/query', { windowing: { next } }],
      ['/queries/query', { windowing: { next: 'x' } }],
    ] as const) {
      expect(await post(path, body)).toEqual({
        status: 400,
        body: { detail: "Invalid 'next' token." },
      });
    }
  });

  it('shows that the limit was clamped', async () => {
    const { list } = create({ settings: { maxLimit: 5 } });

    expect(await list('/queries/query', { windowing: { limit: 6 } })).toEqual({
      count: 0,
      queries: [],
      windowing: { limit: 5, order: 'descending' },
    });
  });
});

describe('lists of variants and revisions', () => {
  it('select by references to every level', async () => {
    const { aVariant, commit, list } = create();
    const [one, two] = [await aVariant('one'), await aVariant('two')];
    const revision = await commit(one.id, { slug: 'r' });
    await commit(two.id);

    const variants = (body: object) => list('/queries/variants/query', body);
    const revisions = (body: object) => list('/queries/revisions/query', body);
    expect(await variants({ query_refs: [{ slug: 'of-one' }] })).toEqual({
      count: 1,
      query_variants: [one],
    });
    expect(await variants({ query_variant_refs: [{ id: one.id }] })).toMatchObject({ count: 1 });
    expect(await variants({ query_variant: { name: 'two' } })).toMatchObject({ count: 1 });
    for (const refs of [
      { query_refs: [{ id: one.query_id }] },
      { query_variant_refs: [{ slug: 'one' }] },
      { query_revision_refs: [{ slug: 'r', version: '0' }] },
      { query_revision: { slug: 'r' } },
    ]) {
      expect(await revisions(refs)).toEqual({ count: 1, query_revisions: [revision] });
    }
    expect(await revisions({ query_revision_refs: [{ slug: 'r', version: '1' }] })).toMatchObject({
      count: 0,
    });
  });
});

describe('/simple/queries', () => {
  const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };

  it('creates a query, a variant, an initial revision and a revision with the data at once', async () => {
    const { post, get } = create();

    const { status, body } = await post('/simple/queries/', {
      query: { slug: 's', name: 'n', data: { ...data, trace_ids: [] } },
    });

    expect(status).toBe(200);
    const { variant_id, revision_id, ...query } = body.query;
    expect(query).toMatchObject({ slug: 's', name: 'n', data });
    const revision = (await get(`/queries/revisions/${revision_id}`)).body.query_revision;
    expect(revision).toMatchObject({ version: '1', data, variant_id, query_id: query.id });
    expect((await get(`/simple/queries/${query.id}`)).body).toEqual({ count: 1, query });
    expect((await post('/simple/queries/', { query: { slug: 's' } })).status).toBe(409);
    expect((await post('/simple/queries/', { query: { name: 'n' } })).body).toEqual({ count: 0 });
  });

  it('commits a new revision on every edit', async () => {
    const { saved, put, get } = create();
    const { id, revision_id } = await saved('s', data);
    const edit = async (changes: object) =>
      (await put(`/simple/queries/${id}`, { query: { id, ...changes } })).body.query;

    const renamed = await edit({ name: 'new' });

    expect(renamed).toMatchObject({ name: 'new', data });
    expect(renamed.revision_id).not.toBe(revision_id);
    const other = { windowing: { limit: 1 } };
    expect(await edit({ data: other })).toMatchObject({ name: 'new', data: other });
    expect((await get(`/simple/queries/${id}`)).body.query.data).toEqual(other);
    expect(await edit({ data: null })).not.toHaveProperty('data');
    expect((await put(`/simple/queries/${id}`, { query: { name: 'x' } })).body).toEqual({
      count: 0,
    });
    expect(await put(`/simple/queries/${id}`, { query: { id, data: { x: 1 } } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'query', 'data', 'x'] }] },
    });
  });

  it('lists queries with their data, without archived ones', async () => {
    const { saved, aQuery, list, post } = create();
    const { id } = await saved('s', data);
    await aQuery('bare');

    const { queries } = await list('/simple/queries/query', {});
    expect(queries.map(({ slug, data: shown }: Item & { data: object }) => [slug, shown])).toEqual(
      expect.arrayContaining([
        ['bare', undefined],
        ['s', data],
      ]),
    );
    const archived = await post(`/simple/queries/${id}/archive`);
    expect(archived.body.query).toMatchObject({ data, deleted_at: expect.any(String) });
    expect(await list('/simple/queries/query')).toMatchObject({ count: 1 });
    expect(await list('/simple/queries/query', { include_archived: true })).toMatchObject({
      count: 2,
    });
    const back = await post(`/simple/queries/${id}/unarchive`);
    expect(back.body.query).not.toHaveProperty('deleted_at');
  });
});
