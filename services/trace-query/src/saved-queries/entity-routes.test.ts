import request from 'supertest';
import { createSavedQueryClient as create } from '../testing/saved-query-client.js';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const unknown = '018f6d5e-0000-7000-8000-00000000ffff';
const nilUuid = '00000000-0000-0000-0000-000000000000';
const nothing = { status: 200, body: { count: 0 } };

const lifecycle = { created_at: expect.stringMatching(/Z$/), created_by_id: nilUuid };

describe('POST /queries/', () => {
  it('creates a query and shows it, without members that were not sent', async () => {
    const { post, get } = create();
    const said = { slug: 'slow', name: 'Slow', flags: { is_x: true }, meta: { n: 1 } };

    const made = await post('/queries/', { query: { ...said, description: null, more: 1 } });

    const query = { ...said, id: expect.stringMatching(uuidV7), ...lifecycle };
    expect(made).toEqual({ status: 200, body: { count: 1, query } });
    expect(await get(`/queries/${made.body.query.id}`)).toEqual(made);
    expect(await get(`/api/preview/queries/${made.body.query.id.toUpperCase()}/`)).toEqual(made);
  });

  it('keeps integers beyond 2^53 and every key', async () => {
    const { post, app } = create();
    const meta = '{"n":18446744073709551615,"__proto__":{"a":1},"constructor":"\\u0000"}';

    const { body } = await post('/queries/', `{"query":{"slug":"exact","meta":${meta}}}`);

    const { text } = await request(app).get(`/queries/${body.query.id}`);
    expect(text).toContain(`"meta":${meta}`);
  });

  it('409 with the slug when it is taken', async () => {
    const { aQuery, post } = create();
    await aQuery('x');

    expect(await post('/queries/', { query: { slug: 'x' } })).toEqual({
      status: 409,
      body: {
        detail: {
          message: "A resource with slug 'x' already exists in this project.",
          conflict: { slug: 'x' },
        },
      },
    });
  });

  it('accepts an id that the client chooses, once', async () => {
    const { post } = create();
    const path = `/queries/?query_id=${unknown}`;

    expect((await post(path, { query: { slug: 'a' } })).body.query.id).toBe(unknown);
    expect(await post(path, { query: { slug: 'b' } })).toMatchObject({
      status: 409,
      body: { detail: { conflict: { id: unknown } } },
    });
    expect(await post('/queries/?query_id=x', { query: { slug: 'c' } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'uuid_parsing', loc: ['query', 'query_id'] }] },
    });
  });

  it('creates nothing without a slug', async () => {
    const { post } = create();

    expect(await post('/queries/', { query: { name: 'n' } })).toEqual(nothing);
    expect(await post('/queries/variants/', { query_variant: { slug: 's' } })).toEqual(nothing);
    expect(
      await post('/queries/variants/', { query_variant: { slug: 's', query_id: unknown } }),
    ).toEqual(nothing);
    expect(await post('/queries/revisions/', { query_revision: { slug: 's' } })).toEqual(nothing);
    expect(await post('/queries/revisions/commit', { query_revision: {} })).toEqual(nothing);
    expect(
      await post('/queries/revisions/commit', { query_revision: { query_variant_id: unknown } }),
    ).toEqual(nothing);
  });

  const refusal = (path: string, body: object, expected: object) => ({ path, body, expected });
  const queryPath = ['body', 'query'];

  it.each([
    refusal('/queries/', {}, { type: 'missing', loc: queryPath }),
    refusal(
      '/queries/',
      { query: { slug: 'not a slug' } },
      { type: 'value_error', loc: [...queryPath, 'slug'] },
    ),
    refusal(
      '/queries/',
      { query: { slug: 'a'.repeat(256) } },
      { type: 'string_too_long', loc: [...queryPath, 'slug'] },
    ),
    refusal(
      '/queries/',
      { query: { name: 1 } },
      { type: 'string_type', loc: [...queryPath, 'name'] },
    ),
    refusal(
      '/queries/',
      { query: { tags: [] } },
      { type: 'dict_type', loc: [...queryPath, 'tags'] },
    ),
    refusal(
      '/queries/variants/',
      { query_variant: { slug: 'a', query_id: 'x' } },
      { type: 'value_error', loc: ['body', 'query_variant', 'query_id'] },
    ),
  ])('422 for POST $path $body', async ({ path, body, expected }) => {
    const { post } = create();

    expect(await post(path, body)).toMatchObject({ status: 422, body: { detail: [expected] } });
  });
});

describe('variants and revisions', () => {
  it('name a variant after its slug, and repeat the general names of its parents', async () => {
    const { aVariant, commit, get } = create();

    const variant = await aVariant('main');
    const revision = await commit(variant.id, { message: 'first', slug: 'r' });

    const query = { query_id: variant.query_id, query_slug: 'of-main' };
    const artifact = { artifact_id: variant.query_id, artifact_slug: 'of-main' };
    expect(variant).toEqual({
      id: expect.stringMatching(uuidV7),
      slug: 'main',
      name: 'main',
      ...query,
      ...artifact,
      ...lifecycle,
    });
    expect(revision).toEqual({
      id: expect.stringMatching(uuidV7),
      slug: 'r',
      message: 'first',
      version: '0',
      ...query,
      ...artifact,
      ...lifecycle,
      query_variant_id: variant.id,
      query_variant_slug: 'main',
      variant_id: variant.id,
      variant_slug: 'main',
      author: nilUuid,
      date: revision.created_at,
    });
    expect((await get(`/queries/variants/${variant.id}`)).body.query_variant).toEqual(variant);
    expect((await get(`/queries/revisions/${revision.id}`)).body.query_revision).toEqual(revision);
  });

  it('answers count 0 for unknown ids, and 422 for an invalid id', async () => {
    const { get, put, post } = create();

    for (const level of ['', 'variants/', 'revisions/']) {
      const member = { '': 'query', 'variants/': 'query_variant' }[level] ?? 'query_revision';
      const path = `/queries/${level}${unknown}`;
      expect(await get(path)).toEqual(nothing);
      expect(await put(path, { [member]: { id: unknown } })).toEqual(nothing);
      expect(await post(`${path}/archive`)).toEqual(nothing);
      expect(await get(`/queries/${level}x`)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'uuid_parsing', loc: ['path', `${member}_id`] }] },
      });
    }
  });
});

describe('PUT', () => {
  it('changes the named members, clears them on null, and requires the same id in body and path', async () => {
    const { aQuery, put } = create();
    const { id } = await aQuery();
    const edit = (changes: object) => put(`/queries/${id}`, { query: { id, ...changes } });

    await edit({ name: 'first', tags: { a: 1 }, description: 'd' });
    const { body } = await edit({ name: 'second', tags: null, slug: 'other' });

    const { query } = body;
    expect(query).toMatchObject({ name: 'second', description: 'd', slug: 'slow' });
    expect(query).toMatchObject({ updated_at: expect.any(String), updated_by_id: nilUuid });
    expect(query).not.toHaveProperty('tags');
    expect(await put(`/queries/${id}`, { query: { id: unknown, name: 'x' } })).toEqual(nothing);
    expect(await put(`/queries/${id}`, { query: { name: 'x' } })).toEqual(nothing);
  });

  it('edits the details of a revision and never its data', async () => {
    const { aVariant, commit, put } = create();
    const data = { formatting: { focus: 'span' } };
    const { id } = await commit((await aVariant()).id, { data });

    const { body } = await put(`/queries/revisions/${id}`, {
      query_revision: { id, flags: { is_best: true }, data: {}, message: 'x' },
    });

    expect(body.query_revision).toMatchObject({ flags: { is_best: true }, data });
    expect(body.query_revision).not.toHaveProperty('message');
  });
});

describe('archive and unarchive', () => {
  it('set and clear deleted_at; the entity can be found throughout', async () => {
    const { aQuery, post, get } = create();
    const { id } = await aQuery();

    const archived = await post(`/queries/${id}/archive`);

    expect(archived.body).toMatchObject({
      count: 1,
      query: { deleted_at: expect.any(String), deleted_by_id: nilUuid },
    });
    expect((await get(`/queries/${id}`)).body).toEqual(archived.body);
    const { query } = (await post(`/queries/${id}/unarchive`)).body;
    expect(query).not.toHaveProperty('deleted_at');
    expect(query).not.toHaveProperty('deleted_by_id');
  });
});
