import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createSavedQueryClient as create } from '../testing/saved-query-client.js';

const unknown = '018f6d5e-0000-7000-8000-00000000ffff';
const nothing = { status: 200, body: { count: 0 } };
const path = '/queries/revisions/retrieve';

/** Creates two variants of one query. The first variant has versions 0 and 1, and the second variant has version 0. */
async function history() {
  const client = create();
  const first = await client.aVariant('first');
  await client.clock.advance(1);
  const query_variant = { slug: 'second', query_id: first.query_id };
  const second = (await client.post('/queries/variants/', { query_variant })).body.query_variant;
  const zero = await client.commit(first.id, { slug: 'zero' });
  const one = await client.commit(first.id, { slug: 'one' });
  const other = await client.commit(second.id, { slug: 'other' });
  const retrieve = (body: object) => client.post(path, body);
  const slugOf = async (body: object) => (await retrieve(body)).body.query_revision?.slug;
  return { ...client, first, second, zero, one, other, retrieve, slugOf };
}

describe(`POST ${path}`, () => {
  it('shows the revision, its variant and its query', async () => {
    const { retrieve, first, one } = await history();

    expect(await retrieve({ query_revision_ref: { id: one.id } })).toEqual({
      status: 200,
      body: {
        count: 1,
        query_revision: one,
        retrieval_info: {
          references: {
            query: { id: first.query_id, slug: 'of-first' },
            query_variant: { id: first.id, slug: 'first' },
            query_revision: { id: one.id, slug: 'one', version: '1' },
          },
        },
      },
    });
  });

  it('finds a revision by id or slug, the latest or a version of a variant, of the oldest variant of a query', async () => {
    const { slugOf, first, second, zero } = await history();

    expect(await slugOf({ query_revision_ref: { slug: 'zero' } })).toBe('zero');
    expect(await slugOf({ query_revision_ref: { id: zero.id.toUpperCase() } })).toBe('zero');
    expect(await slugOf({ query_variant_ref: { slug: 'first' } })).toBe('one');
    const version = { query_revision_ref: { version: '0' } };
    expect(await slugOf({ query_variant_ref: { id: first.id }, ...version })).toBe('zero');
    expect(await slugOf({ query_variant_ref: { id: second.id } })).toBe('other');
    expect(await slugOf({ query_ref: { id: first.query_id } })).toBe('one');
    expect(await slugOf({ query_ref: { slug: 'of-first' }, ...version })).toBe('zero');
    const all = { query_ref: { slug: 'of-first' }, query_variant_ref: { id: second.id } };
    expect(await slugOf({ ...all, query_revision_ref: { slug: 'other' } })).toBe('other');
  });

  it('finds archived entities', async () => {
    const { slugOf, post, first, one } = await history();
    await post(`/queries/${first.query_id}/archive`);
    await post(`/queries/revisions/${one.id}/archive`);

    expect(await slugOf({ query_ref: { id: first.query_id } })).toBe('one');
  });

  it('answers count 0 if nothing is named, or the named entity does not exist', async () => {
    const { retrieve, first, aQuery } = await history();
    await aQuery('bare');

    for (const body of [
      {},
      { query_ref: {}, query_variant_ref: {}, query_revision_ref: {} },
      { query_ref: { version: '1' } },
      { query_ref: { id: unknown } },
      { query_ref: { slug: 'bare' } },
      { query_variant_ref: { slug: 'nowhere' } },
      { query_revision_ref: { id: unknown } },
      { query_variant_ref: { id: first.id }, query_revision_ref: { version: '2' } },
      { query_variant_ref: { id: first.id }, query_revision_ref: { version: '00' } },
    ]) {
      expect(await retrieve(body)).toEqual(nothing);
    }
  });

  it('answers 400 for a version alone, of a revision or of a variant', async () => {
    const { retrieve, first } = await history();

    expect(await retrieve({ query_revision_ref: { version: '0' } })).toEqual({
      status: 400,
      body: {
        detail:
          'query_revision_ref.version is a per-variant sequence number and requires a query_variant_ref or query_ref to scope it. Provide either, or identify the revision by query_revision_ref.id or query_revision_ref.slug (both are project-unique).',
      },
    });
    const variantVersion = {
      status: 400,
      body: {
        detail:
          'query_variant_ref carries only `version`, but variants have no `version` field. Identify the variant by query_variant_ref.id or query_variant_ref.slug.',
      },
    };
    const query_variant_ref = { version: '0' };
    expect(await retrieve({ query_variant_ref })).toEqual(variantVersion);
    const query_ref = { id: first.query_id };
    expect(await retrieve({ query_variant_ref, query_ref })).toEqual(variantVersion);
  });

  it('answers 400 with every reference that contradicts the revision', async () => {
    const { retrieve, first, one } = await history();
    const refusal = (...texts: string[]) => ({ status: 400, body: { detail: texts.join('; ') } });

    expect(
      await retrieve({ query_revision_ref: { id: one.id }, query_ref: { id: unknown } }),
    ).toEqual(
      refusal(
        `query_ref.id='${unknown}' does not match resolved revision's artifact_id='${first.query_id}'`,
      ),
    );
    expect(
      await retrieve({
        query_revision_ref: { slug: 'one', version: '7' },
        query_variant_ref: { slug: 'second' },
        query_ref: { slug: 'x' },
      }),
    ).toEqual(
      refusal(
        "query_ref.slug='x' does not match resolved revision's artifact_slug='of-first'",
        "query_variant_ref.slug='second' does not match resolved revision's variant_slug='first'",
        "query_revision_ref.version='7' does not match resolved revision's version='1'",
      ),
    );
    expect(
      await retrieve({ query_variant_ref: { id: first.id }, query_ref: { id: unknown } }),
    ).toMatchObject({ status: 400 });
  });

  it('answers 422 for a numeric version, and for an invalid id', async () => {
    const { post } = create();

    expect(await post(path, { query_revision_ref: { version: 1 } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_type', loc: ['body', 'query_revision_ref', 'version'] }] },
    });
    expect(await post(path, { query_ref: { id: 'x' } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'query_ref', 'id'] }] },
    });
  });
});

describe('include_trace_ids and include_traces', () => {
  const [early, late] = ['1'.repeat(32), '2'.repeat(32)];
  const child = { span_id: 'b'.repeat(16), parent_id: '00f067aa0ba902b7', span_name: 'inner' };
  const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask' }] } };

  function withSpans(options: Parameters<typeof create>[0] = {}) {
    const client = create(options);
    client.reader.add([
      aStoredSpan({ trace_id: early }),
      aStoredSpan({ trace_id: early, ...child }),
      aStoredSpan({ trace_id: late, start_time: 1_777_629_700_000_000_000n }),
      aStoredSpan({ trace_id: '3'.repeat(32), span_name: 'other' }),
    ]);
    return client;
  }

  it('run the stored query and add whole traces to its data, as flat lists of spans', async () => {
    const { saved, post } = withSpans();
    const { id, revision_id } = await saved('s', { ...data, formatting: { focus: 'span' } });

    const { body } = await post(path, {
      query_ref: { id },
      include_trace_ids: true,
      include_traces: true,
    });

    const { trace_ids, traces, ...stored } = body.query_revision.data;
    expect(stored).toEqual({ ...data, formatting: { focus: 'span' } });
    expect(trace_ids).toEqual([late, early]);
    expect(
      traces.map(({ trace_id, spans }: { trace_id: string; spans: object }) => [
        trace_id,
        Object.keys(spans).toSorted(),
      ]),
    ).toEqual([
      [late, ['00f067aa0ba902b7']],
      [early, ['00f067aa0ba902b7', child.span_id].toSorted()],
    ]);
    expect(traces[1].spans[child.span_id]).toMatchObject({
      trace_id: early,
      span_name: 'inner',
      parent_id: child.parent_id,
    });
    expect(traces[1].spans['00f067aa0ba902b7']).not.toHaveProperty('spans');
    expect(body.retrieval_info.references.query_revision.id).toBe(revision_id);
  });

  it('work alone, page by page, and do nothing for a revision without data', async () => {
    const { saved, post } = withSpans();
    const { id } = await saved('s', { ...data, windowing: { limit: 1 } });
    const retrieve = async (members: object) =>
      (await post(path, { query_ref: { id }, ...members })).body;

    const first = await retrieve({ include_trace_ids: true });

    expect(first.query_revision.data).toMatchObject({ trace_ids: [late] });
    expect(first.query_revision.data).not.toHaveProperty('traces');
    const { next } = first.windowing;
    const second = await retrieve({ include_trace_ids: true, windowing: { next } });
    expect(second.query_revision.data).toMatchObject({ trace_ids: [early] });
    const whole = await retrieve({ include_traces: true, windowing: { limit: 5 } });
    expect(whole.query_revision.data.traces).toHaveLength(2);
    expect(whole.query_revision.data).not.toHaveProperty('trace_ids');
    const placeholder = await retrieve({
      query_revision_ref: { version: '0' },
      include_traces: true,
    });
    expect(placeholder.query_revision).not.toHaveProperty('data');
  });

  it('answers 400 for a meaningless stored filter, and 403 for a key that may not view spans', async () => {
    const client = withSpans({ authMode: 'keys' });
    const editor = await issueKey(client.catalog, ['view_queries', 'edit_queries']);
    const post = (path: string, body: object) =>
      request(client.app).post(path).set('authorization', `ApiKey ${editor.text}`).send(body);
    await post('/simple/queries/', { query: { slug: 's', data } });
    const query_ref = { slug: 's' };

    expect((await post(path, { query_ref })).status).toBe(200);
    expect((await post(path, { query_ref, include_traces: true })).status).toBe(403);

    const { saved, post: postOpen } = create();
    await saved('bad', { filtering: { conditions: [{ field: 'nowhere', value: 1 }] } });
    expect(await postOpen(path, { query_ref: { slug: 'bad' }, include_trace_ids: true })).toEqual({
      status: 400,
      body: { detail: "Unsupported condition field 'nowhere'." },
    });
  });
});
