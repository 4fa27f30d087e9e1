import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import request from 'supertest';
import { anyValue, mutationsOf, type Schema } from '../testing/any-body.js';
import { createTestAdmin, testAdminKey } from '../testing/test-admin.js';
import { createApiDocument } from './api-document.js';

const document: Schema = JSON.parse(JSON.stringify(createApiDocument()));
const { schemas } = document.components;
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

const { app, catalog } = createTestAdmin('open');
catalog.putProject({
  project_id: '5c9f0c3a-4f6b-4e0e-9d0f-2b1a3c4d5e6f',
  name: 'one',
  retention_days: null,
  prices: null,
  created_at: '2026-05-01T10:00:00Z',
});

/** Routes that this test skips: the gateway's routes accept bodies with invalid spans, and a tail does not end. */
const otherRoutes =
  /^(?:POST \/spans\/tail|.*(?:ingest|\/v1\/traces|\/v2\/spans)|(?:POST|PUT) (?:\/tracing)?\/traces\/(?:\{trace_id\})?|POST \/simple\/traces\/)$/;

const operations = Object.entries<Schema>(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).map(([method, { requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method as 'post' | 'put' | 'patch',
      path: path.replaceAll(/\{\w+\}/g, '5c9f0c3a4f6b4e0e9d0f2b1a3c4d5e6f'),
      schema: requestBody?.content['application/json']?.schema,
      isOptional: requestBody?.required === false,
    })),
  )
  .filter(({ name, schema }) => schema !== undefined && !otherRoutes.test(name));

const nested = {
  windowing: /^(?:oldest|newest|next|limit|order|interval|rate)$/,
  formatting: /^(?:focus|format)$/,
  filtering: /^filter$/,
};

/** Removes flat members that are shadowed by nested members, because no route reads them. */
function withoutShadowed(body: unknown, schema: Schema): unknown {
  const isFlat = /FlatQuery|Analytics/.test(String(schema.$ref));
  if (!isFlat || typeof body !== 'object' || body === null) {
    return body;
  }
  const isShadowed = (name: string) =>
    Object.entries(nested).some(([outer, names]) => outer in body && names.test(name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isShadowed(name)));
}

async function statusOf({ method, path }: (typeof operations)[number], body: unknown) {
  const sent = request(app)[method](path).set('authorization', `Access ${testAdminKey}`);
  const answer = await sent.set('content-type', 'application/json').send(JSON.stringify(body));
  return { status: answer.status, text: answer.text };
}

/** Returns the body of an answer that contradicts the document. Returns an empty string for an expected answer. */
function unexpected({ status, text }: { status: number; text: string }, isDocumented: boolean) {
  const isRead = status !== 422 && status < 500;
  const isRefused = status === 400 || status === 422;
  return (isDocumented ? isRead : isRefused) ? '' : `${status} ${text}`;
}

/**
 * Number of parts into which the mutations are divided. A run tries only one part, because all mutations would take too
 * long.
 */
const PARTS = 20;

describe('the body of an operation', () => {
  it.each(operations)('$name is accepted or refused as documented', async (operation) => {
    const { schema, isOptional } = operation;
    const fits = ajv.compile({ $ref: `document${schema.$ref}` });
    const isDocumented = (body: unknown) => (isOptional && body === null) || fits(body);
    const anyCase = fc.record({ body: anyValue(schema, schemas), pick: fc.nat(PARTS - 1) });

    await fc.assert(
      fc.asyncProperty(anyCase, async ({ body: sent, pick }) => {
        const body = withoutShadowed(sent, schema);
        expect(isDocumented(body)).toBe(true);
        expect(unexpected(await statusOf(operation, body), true)).toBe('');

        const mutations = mutationsOf(body, schema, schemas);
        for (const mutated of mutations.filter((_, index) => index % PARTS === pick)) {
          const answer = await statusOf(operation, mutated.body);
          const found = unexpected(answer, isDocumented(mutated.body));
          expect([mutated.change, found]).toEqual([mutated.change, '']);
        }
      }),
      { numRuns: 25 },
    );
  });
});
