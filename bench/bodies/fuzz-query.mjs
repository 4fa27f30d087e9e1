import { mutateJson } from '../../packages/span-intake/src/testing/fuzz/mutate-json.ts';
import { createSeededRandom } from '../../packages/span-intake/src/testing/fuzz/seeded-random.ts';
import { stringifyJson } from '../../packages/span-schema/src/index.ts';

const windowing = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T12:00:00Z', limit: 20 };
const filtering = {
  operator: 'and',
  conditions: [
    { field: 'attributes', key: 'ag.type.span', operator: 'is', value: 'llm' },
    { field: 'events', operator: 'has', key: 'attributes.exception.type', value: 'Timeout' },
    { field: 'span_name', operator: 'startswith', value: 'ch' },
    { operator: 'not', conditions: [{ field: 'links', operator: 'exists' }] },
    { field: 'content', operator: 'contains', value: 'hello' },
  ],
};
const specs = [
  { type: 'numeric/continuous', path: 'ag.metrics.duration.cumulative' },
  { type: 'categorical/single', path: 'attributes.ag.type.trace' },
];

const sound = [
  ['/spans/query', { filtering, windowing }],
  ['/traces/query', { filtering, windowing }],
  ['/tracing/spans/query', { focus: 'trace', format: 'agenta', filter: filtering, windowing }],
  ['/spans/analytics/query', { filtering, windowing: { ...windowing, interval: 60 }, specs }],
  ['/queries/query', { query: { slug: 'a' }, windowing: { limit: 5 } }],
];

/** Returns a query that a broken client sends; the seed determines the damage. */
export function createFuzzQuery(seed) {
  const random = createSeededRandom(seed);
  const [path, body] = random.pick(sound);
  return { path, body: Buffer.from(stringifyJson(mutateJson(structuredClone(body), random))) };
}
