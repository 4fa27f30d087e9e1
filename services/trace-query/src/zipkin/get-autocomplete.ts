import type { Route } from '@spanhouse/api-kit';
import { textOfValue } from '@spanhouse/span-dialects/spans';
import { NameCounts } from '../front-doors/list-names.js';
import type { OpenStore } from '../front-doors/walk-traces.js';
import { parseStoredJson } from '../span-json/parse-stored-json.js';
import { namesAnswer } from './get-zipkin-names.js';
import { ZipkinParameters } from './parse-zipkin-parameters.js';
import type { ZipkinServices } from './zipkin-services.js';

const MAX_VALUES = 1000;
/** The parts of a span that contain tags. */
const sources = ['attributes', 'resource'] as const;

/**
 * Creates the routes with which Lens suggests tags in its search: one lists the configured tags, the other the values
 * of a tag.
 */
export function getAutocomplete(services: ZipkinServices): readonly Route[] {
  const { autocompleteKeys } = services.settings.frontDoors;
  return [
    services.read('GET /api/v2/autocompleteKeys', {
      kind: 'attributes',
      parse: () => undefined,
      answer: () => autocompleteKeys,
    }),
    services.read('GET /api/v2/autocompleteValues', {
      kind: 'attributes',
      parse: (req) => new ZipkinParameters(req).requiredText('key'),
      async answer(key, context) {
        const store = await services.open(context);
        const values = autocompleteKeys.includes(key) ? await listValues(key, store) : [];
        return namesAnswer(values, services, context);
      },
    }),
  ];
}

/** Lists the most frequent values, sorted alphabetically. */
async function listValues(
  key: string,
  { analytics, project_id, snapshot, signal }: OpenStore,
): Promise<readonly string[]> {
  const range = { project_id, snapshot, oldest: undefined, newest: undefined, prefix: '' };
  const counts = new NameCounts();
  for (const source of sources) {
    const request = { ...range, source, key, limit: MAX_VALUES };
    for (const { json, count } of await analytics.listAttributeValues(request, signal)) {
      counts.add(textOfValue(parseStoredJson<string | number | boolean>(json)), count);
    }
  }
  return counts.list(MAX_VALUES);
}
