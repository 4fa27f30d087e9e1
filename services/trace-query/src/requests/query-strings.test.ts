import { isNumberText } from '@spanhouse/span-schema';
import * as api from '@spanhouse/span-schema/api';
import fc from 'fast-check';
import request from 'supertest';
import { z } from 'zod';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const { app } = createTestTraceQuery();

/** Routes that parse their query strings by hand, each with the schema of its query string. */
const routes: [method: 'get' | 'post', path: string, schema: z.ZodObject][] = [
  ['get', '/attributes/keys', api.attributeKeysQuerySchema],
  ['get', '/attributes/values', api.attributeValuesQuerySchema],
  ['get', '/project/usage', z.object(api.timeRangeKeys)],
  ['get', '/project/dead-letters', api.lettersQuerySchema.omit({ all: true })],
  ['post', '/queries/query', api.listQueriesKeysSchema.omit({ flags: true, tags: true })],
  ['post', '/tracing/spans/query', api.flatQueryKeysSchema.omit({ filter: true })],
];
const times = ['2026-05-01T10:00:00Z', '1777629600', '53995c3f42cd8ad8'];
const words = ['ascending', 'trace', 'agenta', 'insert', 'resource', 'token'];
const numbers = ['20', ' 20', '+2', '1.0', '.5', '1e3', '-1', '0', '1001'];
const anyText = fc.constantFrom('', 'x', 'true', 'false', ...times, ...words, ...numbers);

/** Parses a parameter as a number or boolean if its schema does not accept strings. */
function decoded(text: string, schema: z.ZodType): unknown {
  if (schema.safeParse(true).success && (text === 'true' || text === 'false')) {
    return text === 'true';
  }
  return isNumberText(text) && schema.safeParse(1).success ? Number(text) : text;
}

describe('the schema of a query string', () => {
  it.each(routes)('accepts and refuses the same as %s %s', async (method, path, schema) => {
    const members = Object.keys(schema.shape).map((name) => [name, anyText]);
    const anyQuery = fc.record<Record<string, string>>(Object.fromEntries(members), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { status, text } = await request(app)[method](path).query(query);
        const isRefused = status === 422 || (status === 400 && !text.includes("'next' token"));
        const value = Object.entries(query).map(
          ([name, sent]) => [name, decoded(sent, schema.shape[name] as z.ZodType)] as const,
        );
        expect(schema.safeParse(Object.fromEntries(value)).success).toBe(!isRefused);
      }),
    );
  });
});
