import type { Route } from '@spanhouse/api-kit';
import { textOfValue } from '@spanhouse/span-dialects/spans';
import { compareCodePoints } from '@spanhouse/span-schema';
import type { NameStore } from '../front-doors/list-names.js';
import { openNames } from '../front-doors/open-services.js';
import { RawJson } from '../http/send-json.js';
import { parseStoredJson } from '../span-json/parse-stored-json.js';
import { namesAnswer } from './get-zipkin-names.js';
import { ZipkinParameters } from './parse-zipkin-parameters.js';
import { type ZipkinServices, zipkinRoute } from './zipkin-services.js';

const MAX_VALUES = 1000;
/** The parts of a span that tags come from. */
const sources = ['attributes', 'resource'] as const;

/** Lists the configured tags that the search of Lens suggests, and the values of a tag. */
export function getAutocomplete(services: ZipkinServices): readonly Route[] {
  const { autocompleteKeys } = services.zipkin;
  return [
    zipkinRoute(services, 'GET /api/v2/autocompleteKeys', {
      kind: 'attributes',
      parse: () => undefined,
      answer: () => new RawJson(JSON.stringify(autocompleteKeys)),
    }),
    zipkinRoute(services, 'GET /api/v2/autocompleteValues', {
      kind: 'attributes',
      parse: (req) => new ZipkinParameters(req).requiredText('key'),
      async answer(key, context) {
        const store = await openNames(services, context);
        const values = autocompleteKeys.includes(key) ? await listValues(key, store) : [];
        return namesAnswer(values, services, context);
      },
    }),
  ];
}

/** Lists the most frequent values, sorted. */
async function listValues(
  key: string,
  { analytics, project_id, snapshot, signal }: NameStore,
): Promise<readonly string[]> {
  const range = { project_id, snapshot, oldest: undefined, newest: undefined, prefix: '' };
  const counts = new Map<string, number>();
  for (const source of sources) {
    const request = { ...range, source, key, limit: MAX_VALUES };
    for (const { json, count } of await analytics.listAttributeValues(request, signal)) {
      const text = textOfValue(parseStoredJson<string | number | boolean>(json));
      counts.set(text, (counts.get(text) ?? 0) + count);
    }
  }
  return [...counts]
    .sort(([left, more], [right, less]) => less - more || compareCodePoints(left, right))
    .slice(0, MAX_VALUES)
    .map(([text]) => text)
    .sort(compareCodePoints);
}
