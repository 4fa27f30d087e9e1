import type { JsonObject } from '@spanhouse/span-schema';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

async function ask(condition: JsonObject | string, span = aStoredSpan()) {
  const { app, reader } = createTestTraceQuery();
  reader.add([span]);
  const text = typeof condition === 'string' ? condition : JSON.stringify(condition);
  const { status, body } = await request(app)
    .post('/spans/query')
    .set('content-type', 'application/json')
    .send(`{"filtering":{"conditions":[${text}]}}`);
  return status === 200 ? body.count : [status, body.detail];
}

describe('Filters of a request', () => {
  it.each([
    [{ field: 'attributes' }, "'attributes' key is required and thus never null."],
    [
      { field: 'resource.attributes', key: 'a', operator: 'has' },
      "'resource.attributes' only supports comparison, numeric, string, list, and existence operators.",
    ],
    [
      { field: 'scope.attributes', key: 'a', operator: 'gt', value: true },
      "'scope.attributes' value must be a number or a string for numeric operators.",
    ],
    [
      { field: 'attributes', key: 'a', operator: 'btwn', value: [1, 'b'] },
      "'attributes' value must be a list of two numbers or two strings for 'btwn'.",
    ],
    [
      { field: 'attributes', key: 'a', operator: 'like', value: 1 },
      "'attributes' value must be a string for string operators.",
    ],
    [
      { field: 'attributes', key: 'a', operator: 'in', value: 1 },
      "'attributes' value must be a list for list operators.",
    ],
    [
      { field: 'references', operator: 'is' },
      "'references' only supports list, dict, and existence operators.",
    ],
    [
      { field: 'links', operator: 'in', key: 'attributes.a', value: [] },
      "'links' key is only supported for dict operators.",
    ],
    [
      { field: 'events', operator: 'exists', value: 1 },
      "'events' value is not supported for existence operators.",
    ],
    [
      { field: 'references', operator: 'in', value: [{}] },
      "'references' value must be one or more (possibly partial) references.",
    ],
    [
      { field: 'links', operator: 'in', value: [{ trace_id: 'x' }] },
      "'links' value must be one or more (possibly partial) links.",
    ],
    [
      { field: 'events', operator: 'in', value: 'exception' },
      "'events' value must be one or more (possibly partial) events.",
    ],
    [
      { field: 'hashes', operator: 'in', value: ['x'] },
      "'hashes' value must be one or more hash ids or partial hashes.",
    ],
    [
      { field: 'events', operator: 'has', key: 'name', value: 'x' },
      "'events' key must be a string in dot notation starting with 'attributes'.",
    ],
    [
      { field: 'hashes', operator: 'has_not', key: 'slug', value: 'x' },
      "'hashes' key must be 'id' or dot notation under 'attributes'.",
    ],
    [
      { field: 'content', value: 'a' },
      "'content' only supports full-text search operator: 'contains'.",
    ],
    [
      { field: 'content', operator: 'contains', value: null },
      "'content' value is required and thus never null for full-text search.",
    ],
    [
      { field: 'content', operator: 'contains', value: ['a'] },
      "'content' value must be a string for full-text search.",
    ],
  ])('refuse %j', async (condition, detail) => {
    expect(await ask(condition as JsonObject)).toEqual([400, detail]);
  });

  it.each([
    ...['/traces/query', '/traces/summaries/query', '/tracing/spans/query', '/spans/tail'],
    ...['/spans/analytics/query', '/spans/aggregate/query', '/spans/services/query'],
    '/spans/compare/query',
  ])('refuse an unknown field in POST %s', async (path) => {
    const { app } = createTestTraceQuery();
    const filtering = { conditions: [{ field: 'nope', value: 1 }] };

    const asked = request(app).post(path).send({ filtering, selection: filtering });

    await asked.expect(400, { detail: "Unsupported condition field 'nope'." });
  });

  it('compare integers beyond 2^53 exactly, from the text of the request on', async () => {
    const span = aStoredSpan({ attributes: '{"n":9007199254740993,"ag":{"data":{}}}' });
    const nIs = (literal: string) =>
      ask(`{"field":"attributes","key":"n","value":${literal}}`, span);

    expect(await nIs('9007199254740993')).toBe(1);
    expect(await nIs('9007199254740992')).toBe(0);
  });

  it('see the type and the metrics that the answer shows among the attributes', async () => {
    const key = 'ag.metrics.duration.cumulative';

    expect(await ask({ field: 'attributes', key: 'ag.type.trace', value: 'invocation' })).toBe(1);
    expect(await ask({ field: 'attributes', key: 'ag.type.span', operator: 'exists' })).toBe(0);
    expect(await ask({ field: 'attributes', key, operator: 'gt', value: 1000 })).toBe(1);
  });
});
