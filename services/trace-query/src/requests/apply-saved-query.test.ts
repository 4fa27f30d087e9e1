import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createSavedQueryClient } from '../testing/saved-query-client.js';

const unknown = '018f6d5e-0000-7000-8000-00000000ffff';
const START = 1_777_629_600_000_000_000n;
const NS = 1_000_000_000n;
const names = ['a', 'b', 'a', 'b', 'a', 'b'];

function at(seconds: number) {
  return new Date(Number(START / 1_000_000n) + seconds * 1000).toISOString();
}

function named(value: string) {
  return { filtering: { conditions: [{ field: 'span_name', value }] } };
}

function hex(digit: number, length: number) {
  return String(digit + 1).repeat(length);
}

/** Stores six traces with one span each. They start one second apart, and their names alternate between a and b. */
function create() {
  const client = createSavedQueryClient();
  client.reader.add(
    names.map((span_name, index) =>
      aStoredSpan({
        span_name,
        trace_id: hex(index, 32),
        span_id: hex(index, 16),
        start_time: START + BigInt(index) * NS,
      }),
    ),
  );
  /** Returns the indexes of the found spans. */
  const find = async (body: object, path = '/spans/query') => {
    const { status, body: answer } = await client.post(path, body);
    const items: { trace_id: string }[] | undefined = answer.spans ?? answer.traces;
    const found = items?.map(({ trace_id }) => Number(trace_id[0]) - 1);
    return { status, answer, found, windowing: answer.windowing };
  };
  const found = async (body: object, path?: string) => (await find(body, path)).found;
  return { ...client, find, found };
}

describe('a saved query in POST /spans/query and /traces/query', () => {
  it('selects with the stored filter and that of the request, both', async () => {
    const { saved, found } = create();
    const { id, variant_id, revision_id } = await saved('s', named('a'));
    const early = {
      filtering: { conditions: [{ field: 'start_time', operator: 'lt', value: at(3) }] },
    };

    expect(await found({ query_ref: { id } })).toEqual([4, 2, 0]);
    expect(await found({ query_ref: { id } }, '/traces/query')).toEqual([4, 2, 0]);
    expect(await found({ query_variant_ref: { id: variant_id }, ...early })).toEqual([2, 0]);
    expect(await found({ query_revision_ref: { id: revision_id }, ...named('b') })).toEqual([]);
  });

  it('resolves archived entities, and applies a later commit at once', async () => {
    const { saved, found, post, commit } = create();
    const { id, variant_id } = await saved('s', named('a'));
    await post(`/queries/${id}/archive`);

    expect(await found({ query_ref: { id } })).toEqual([4, 2, 0]);
    await commit(variant_id, { data: named('b') });
    expect(await found({ query_ref: { id } })).toEqual([5, 3, 1]);
    const version = { query_ref: { id }, query_revision_ref: { version: '1' } };
    expect(await found(version)).toEqual([4, 2, 0]);
  });

  it('answers count 0 without a list if the references name nothing, too little, or contradict each other', async () => {
    const { saved, find } = create();
    const { id, revision_id } = await saved('s', named('a'));

    for (const refs of [
      { query_ref: {} },
      { query_variant_ref: {} },
      { query_revision_ref: {} },
      { query_ref: { id: unknown } },
      { query_ref: { id }, query_revision_ref: { version: '0' } },
      { query_revision_ref: { version: '1' } },
      { query_variant_ref: { version: '1' } },
      { query_revision_ref: { id: revision_id }, query_ref: { slug: 'x' } },
    ]) {
      for (const path of ['/spans/query', '/traces/query']) {
        expect(await find(refs, path)).toMatchObject({ status: 200, answer: { count: 0 } });
        expect((await find(refs, path)).answer).toEqual({ count: 0 });
      }
    }
    expect((await find({ query_ref: null })).found).toHaveLength(6);
  });

  it('answers 422 for a reference of the wrong form', async () => {
    const { find } = create();

    expect(await find({ query_revision_ref: { version: 1 } })).toMatchObject({
      status: 422,
      answer: { detail: [{ loc: ['body', 'query_revision_ref', 'version'] }] },
    });
  });

  it('answers 409 if the revision has the other focus', async () => {
    const { saved, find } = create();
    for (const focus of ['trace', 'span']) {
      await saved(focus, { formatting: { focus } });
    }

    expect(await find({ query_ref: { slug: 'trace' } })).toMatchObject({
      status: 409,
      answer: {
        detail: 'Query revision formatting.focus=trace. Use /traces/query for this query revision.',
      },
    });
    expect(await find({ query_ref: { slug: 'span' } }, '/traces/query')).toMatchObject({
      status: 409,
      answer: {
        detail: 'Query revision formatting.focus=span. Use /spans/query for this query revision.',
      },
    });
    expect((await find({ query_ref: { slug: 'span' } })).found).toHaveLength(6);
    expect((await find({ query_ref: { slug: 'trace' } }, '/traces/query')).found).toHaveLength(6);
  });

  it('answers 400 for a meaningless stored filter', async () => {
    const { saved, find } = create();
    await saved('bad', { filtering: { conditions: [{ field: 'nowhere', value: 1 }] } });

    expect(await find({ query_ref: { slug: 'bad' } })).toMatchObject({
      status: 400,
      answer: { detail: "Unsupported condition field 'nowhere'." },
    });
  });

  it('answers 403 for a key that may not view saved queries, whatever the references name', async () => {
    const { app, catalog } = createSavedQueryClient({ authMode: 'keys' });
    const { text } = await issueKey(catalog, ['view_spans']);
    const post = (path: string, body: object) =>
      request(app).post(path).set('authorization', `ApiKey ${text}`).send(body);

    const denied = await post('/spans/query', { query_ref: {} });
    expect([denied.status, denied.body]).toEqual([
      403,
      {
        detail:
          'You do not have access to perform this action. Please contact your organization admin.',
      },
    ]);
    expect((await post('/traces/query', { query_ref: { id: unknown } })).status).toBe(403);
    expect((await post('/spans/query', {})).status).toBe(200);
  });
});

describe('the window of a saved query', () => {
  it('supplies limit, order and rate if the request has none, and its order and rate win', async () => {
    const { saved, found } = create();
    await saved('s', { windowing: { limit: 2, order: 'ascending' } });
    await saved('sampled', { windowing: { rate: 0 } });
    const query_ref = { slug: 's' };

    expect(await found({ query_ref })).toEqual([0, 1]);
    expect(await found({ query_ref, windowing: { limit: 3 } })).toEqual([0, 1, 2]);
    expect(await found({ query_ref, windowing: { order: 'descending' } })).toEqual([0, 1]);
    const sampled = { query_ref: { slug: 'sampled' } };
    expect(await found({ ...sampled, windowing: { rate: 1 } })).toEqual([]);
    expect(await found({ ...sampled, windowing: { order: 'ascending' } })).toEqual([]);
  });

  it('is narrowed by the bounds of the request, and never widened', async () => {
    const { saved, found } = create();
    await saved('s', { windowing: { oldest: at(1), newest: at(4) } });
    const within = (windowing: object) => found({ query_ref: { slug: 's' }, windowing });

    expect(await within({})).toEqual([3, 2, 1]);
    expect(await within({ oldest: at(2) })).toEqual([3, 2]);
    expect(await within({ newest: at(3) })).toEqual([2, 1]);
    expect(await within({ oldest: at(0), newest: at(9) })).toEqual([3, 2, 1]);
  });

  it('leaves the window to the request if none is stored', async () => {
    const { saved, found } = create();
    await saved('s', named('a'));
    const windowing = { limit: 1, order: 'ascending', oldest: at(1) };

    expect(await found({ query_ref: { slug: 's' }, windowing })).toEqual([2]);
  });

  it.each(['/spans/query', '/traces/query'])('is paged through on %s by token', async (path) => {
    const { saved, find } = create();
    await saved('s', { windowing: { limit: 3, oldest: at(1) } });
    const query_ref = { slug: 's' };

    const first = await find({ query_ref, windowing: { limit: 2 } }, path);
    const { next } = first.windowing;
    const second = await find({ query_ref, windowing: { next } }, path);
    const third = await find({ query_ref, windowing: second.windowing }, path);

    expect([first.found, second.found, third.found]).toEqual([[5, 4], [3, 2], [1]]);
  });

  it.each([
    ['descending', { oldest: at(1), newest: at(4) }, [1]],
    ['ascending', { oldest: at(1), newest: at(4) }, [3, 4]],
  ])('applies beside an older, client-built cursor, %s', async (order, bounds, expected) => {
    const { saved, found } = create();
    await saved('s', { windowing: { ...bounds, order } });
    const position = order === 'ascending' ? { oldest: at(2) } : { newest: at(2) };
    const query_ref = { slug: 's' };
    const spanId = hex(2, 16);
    const spanCursor = `${spanId}${spanId}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const traceCursor = hex(2, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

    expect(await found({ query_ref, windowing: { ...position, next: spanCursor } })).toEqual(
      expected,
    );
    const windowing = { ...position, next: traceCursor };
    expect(await found({ query_ref, windowing }, '/traces/query')).toEqual(expected);
    const beyond = order === 'ascending' ? { oldest: at(-9) } : { newest: at(9) };
    const outside = { ...beyond, next: unknown };
    expect(await found({ query_ref, windowing: outside }, '/traces/query')).toHaveLength(3);
  });
});
