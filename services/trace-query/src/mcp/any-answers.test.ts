import {
  CallToolResultSchema,
  JSONRPCResultResponseSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import fc from 'fast-check';
import request from 'supertest';
import { z } from 'zod';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { createFilledTraceQuery } from '../testing/test-doors.js';

const place = z.union([
  z.strictObject({ more_places: z.int().positive() }),
  z.strictObject({
    at: z.string(),
    characters: z.int().positive().optional(),
    items: z.int().positive().optional(),
    members: z.int().positive().optional(),
    digits: z.int().positive().optional(),
  }),
]);
/** An answer in the form that docs/mcp.md describes. */
const answer = z.strictObject({
  about: z.string(),
  now: z.iso.datetime(),
  next: z.string().nullable().optional(),
  left_out: z.strictObject({ places: z.array(place).min(1), more: z.string() }).nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** Returns a tool call that refers to a span. */
type Call = (span: CanonicalSpan) => readonly [name: string, args: object];

const sizes = fc.constantFrom({}, { max_characters: 2000 });
const failed = { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] };
const call = fc.constantFrom<Call>(
  () => ['summarize_spans', { group_by: [{ field: 'attributes', key: 'x.y' }] }],
  () => ['search_traces', { limit: 1 }],
  ({ trace_id }) => ['open_trace', { trace_id }],
  ({ trace_id, span_id }) => ['read_spans', { trace_id, span_ids: [span_id] }],
  () => ['compare_spans', { selection: failed }],
  () => ['list_attribute_keys', {}],
  () => ['list_attribute_values', { key: 'x' }],
  () => ['list_sessions', {}],
  () => ['list_users', {}],
);

async function post(spans: readonly CanonicalSpan[], method: string, params: object) {
  const { app } = createFilledTraceQuery(spans, { settings: { mcp: {} } });
  const { body } = await request(app)
    .post('/mcp')
    .set({ accept: 'application/json' })
    .send({ jsonrpc: '2.0', id: 7, method, params })
    .expect(200);
  return JSONRPCResultResponseSchema.parse(body).result;
}

describe('the schemas of the Model Context Protocol', () => {
  it('accept every answer, which has no member but those of the documents', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), call, sizes, async (spans, toCall, size) => {
        const [span] = spans;
        fc.pre(span !== undefined);
        const [name, args] = toCall(span);

        const result = await post(spans, 'tools/call', { name, arguments: { ...args, ...size } });

        const { content, isError, ...rest } = CallToolResultSchema.strict().parse(result);
        const [{ text }] = z
          .tuple([z.strictObject({ type: z.literal('text'), text: z.string() })])
          .parse(content);
        expect([isError, isError ? text : '', rest]).toEqual([false, '', {}]);
        answer.parse(JSON.parse(text));
        expect(text.length).toBeLessThanOrEqual(
          'max_characters' in size ? size.max_characters : 20_000,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('accept the list of tools', async () => {
    const result = await post([], 'tools/list', {});

    expect(ListToolsResultSchema.strict().parse(result).tools).toHaveLength(9);
  });
});
