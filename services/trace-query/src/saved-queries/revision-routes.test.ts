import { createSavedQueryClient as create } from '../testing/saved-query-client.js';

const unknown = '018f6d5e-0000-7000-8000-00000000ffff';
const nothing = { status: 200, body: { count: 0 } };
const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };

function versionsOf(revisions: { version: string }[]) {
  return revisions.map(({ version }) => version);
}

describe('POST /queries/revisions/', () => {
  it('creates the initial revision once', async () => {
    const { aVariant, post } = create();
    const query_revision = { query_variant_id: (await aVariant()).id, data: data };

    const { body } = await post('/queries/revisions/', { query_revision });

    expect(body.query_revision).toMatchObject({ version: '0', message: 'Initial revision' });
    expect(body.query_revision).not.toHaveProperty('data');
    expect(await post('/queries/revisions/', { query_revision })).toEqual({
      status: 409,
      body: { detail: 'An initial revision already exists for this variant.' },
    });
  });
});

describe('POST /queries/revisions/commit', () => {
  it('increments versions, and creates a slug if none is given', async () => {
    const { aVariant, commit } = create();
    const { id, query_id } = await aVariant();

    const [empty, full] = [await commit(id), await commit(id, { data: data })];

    expect(empty).toMatchObject({ version: '0', slug: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(empty).not.toHaveProperty('data');
    expect(full).toMatchObject({ version: '1', query_id, data: data });
  });

  it('uses the default variant if only the query is named', async () => {
    const { aVariant, post } = create();
    const { id, query_id } = await aVariant();

    const { body } = await post('/queries/revisions/commit', { query_revision: { query_id } });

    expect(body.query_revision).toMatchObject({ query_variant_id: id, version: '0' });
  });

  it('keeps data as it was sent, without the members that reads add', async () => {
    const { aVariant, commit } = create();
    const { id } = await aVariant();
    const windowing = { oldest: '2026-05-01', limit: 10, other: 1 };
    const sent = { ...data, windowing, formatting: null, trace_ids: ['x'], traces: [{}] };

    expect((await commit(id, { data: sent })).data).toEqual({ ...data, windowing });
    const filled = await commit(id, { data: { trace_ids: [], traces: [], filtering: null } });
    expect(filled).not.toHaveProperty('data');
  });

  it.each([
    [{ other: 1 }, 'extra_forbidden', ['other']],
    [{ formatting: { focus: 'both' } }, 'enum', ['formatting', 'focus']],
    [{ formatting: { format: 1 } }, 'enum', ['formatting', 'format']],
    [{ formatting: 'x' }, 'model_attributes_type', ['formatting']],
    [{ filtering: { operator: 'xor' } }, 'enum', ['filtering', 'operator']],
    [{ windowing: { limit: 0 } }, 'greater_than_equal', ['windowing', 'limit']],
    [[], 'model_attributes_type', []],
  ])('422 for data %j', async (data, type, loc) => {
    const { aVariant, post } = create();
    const query_revision = { query_variant_id: (await aVariant()).id, data };

    expect(await post('/queries/revisions/commit', { query_revision })).toMatchObject({
      status: 422,
      body: { detail: [{ type, loc: ['body', 'query_revision', 'data', ...loc] }] },
    });
  });

  it('stores a meaningless filter, which fails only when it runs', async () => {
    const { aVariant, commit } = create();
    const data = { filtering: { conditions: [{ field: 'no_such_field', value: 1 }] } };

    expect((await commit((await aVariant()).id, { data })).data).toEqual(data);
  });
});

describe('POST /queries/revisions/log', () => {
  it('lists newest first, from the given revision or the head down, at most depth', async () => {
    const { aVariant, commit, post } = create();
    const { id, query_id } = await aVariant();
    const revisions = [await commit(id), await commit(id), await commit(id)];
    const log = async (query_revisions: object) =>
      versionsOf((await post('/queries/revisions/log', { query_revisions })).body.query_revisions);

    expect(await log({ query_variant_id: id })).toEqual(['2', '1', '0']);
    expect(await log({ query_id })).toEqual(['2', '1', '0']);
    expect(await log({ query_variant_id: id, depth: 2 })).toEqual(['2', '1']);
    expect(await log({ query_revision_id: revisions[1].id })).toEqual(['1', '0']);
    for (const nothing of [{}, { query_id: unknown }, { query_revision_id: unknown }]) {
      expect(await post('/queries/revisions/log', { query_revisions: nothing })).toEqual({
        status: 200,
        body: { count: 0, query_revisions: [] },
      });
    }
  });

  it('answers 422 for a depth of 0', async () => {
    const { post } = create();

    expect(await post('/queries/revisions/log', { query_revisions: { depth: 0 } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'query_revisions', 'depth'] }] },
    });
  });
});

describe('POST /queries/variants/fork', () => {
  it('copies the history up to the reference into a new variant of the query', async () => {
    const { aVariant, commit, post } = create();
    const { id, query_id } = await aVariant();
    const revisions = [await commit(id), await commit(id, { data: data }), await commit(id)];
    const fork = async (slug: string, refs: object) => {
      const { body } = await post('/queries/variants/fork', { query_variant: { slug }, ...refs });
      const query_revisions = { query_variant_id: body.query_variant.id };
      const log = await post('/queries/revisions/log', { query_revisions });
      return { variant: body.query_variant, versions: versionsOf(log.body.query_revisions) };
    };

    const whole = await fork('whole', { query_variant_ref: { slug: 'main' } });
    expect(whole.variant).toMatchObject({ slug: 'whole', name: 'whole', query_id });
    expect(whole.versions).toEqual(['2', '1', '0']);
    const part = { query_variant_ref: { id }, query_revision_ref: { version: '1' } };
    expect((await fork('part', part)).versions).toEqual(['1', '0']);
    const byRevision = { query_revision_ref: { id: revisions[0].id } };
    expect((await fork('first', byRevision)).versions).toEqual(['0']);
  });

  it('answers 400 if the references name no variant or contradict each other, and 409 for a taken slug', async () => {
    const { aVariant, commit, post } = create();
    const one = await aVariant('one');
    const two = await aVariant('two');
    const revision = await commit(one.id);
    const fork = async (refs: object, slug = 'fork') =>
      (await post('/queries/variants/fork', { query_variant: { slug }, ...refs })).status;

    for (const refs of [
      {},
      { query_variant_ref: {} },
      { query_variant_ref: { id: unknown } },
      { query_variant_ref: { version: '1' } },
      { query_variant_ref: { id: one.id }, query_revision_ref: { version: '7' } },
      { query_variant_ref: { id: two.id }, query_revision_ref: { id: revision.id } },
    ]) {
      expect(await fork(refs)).toBe(400);
    }
    expect(await fork({ query_variant_ref: { id: one.id } }, 'two')).toBe(409);
    expect(await fork({ query_variant_ref: { id: two.id } })).toBe(200);
    expect(
      await post('/queries/variants/fork', {
        query_variant: {},
        query_variant_ref: { id: one.id },
      }),
    ).toEqual(nothing);
  });
});
