import { attributeSources, type JsonObject, parseWindowing } from '@spanhouse/span-schema';
import { z } from 'zod';
import { answerAttributeKeys, answerAttributeValues } from '../../analytics/get-attributes.js';
import { textOf } from '../../http/send-json.js';
import { windowingOr422 } from '../../requests/parse-or-422.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { queryArguments } from './query-arguments.js';
import { sizeArgument, type Tool } from './tool.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const more = 'Use prefix, a smaller limit, or a larger max_characters.';

const { windowing } = queryArguments();
const rangeArguments = {
  source: z.enum(attributeSources).default('attributes').optional(),
  prefix: z.string().optional().describe('What the key or value begins with.'),
  windowing,
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).optional(),
  ...sizeArgument,
};

export const listAttributeKeys: Tool = {
  name: 'list_attribute_keys',
  title: 'List attribute keys',
  description:
    'Lists the keys of attributes by how many spans have them, with the types of their values. Use it before you filter ' +
    'by a key. Example: {"prefix":"http."}.',
  schema: z.strictObject(rangeArguments),
  async run(args, { services, context }) {
    const answer = await answerAttributeKeys(rangeOf(args), services, context);
    return { data: parseStoredJson(await textOf(answer)), rows: '/keys', more };
  },
};

export const listAttributeValues: Tool = {
  name: 'list_attribute_values',
  title: 'List attribute values',
  description:
    'Lists the values of one attribute by how many spans have them. Example: {"key":"ag.meta.request.model"}.',
  schema: z.strictObject({ key: z.string().min(1), ...rangeArguments }),
  async run(args, { services, context }) {
    const query = { ...rangeOf(args), key: String(args['key']) };
    const answer = await answerAttributeValues(query, services, context);
    return { data: parseStoredJson(await textOf(answer)), rows: '/values', more };
  },
};

function rangeOf({ source, prefix, windowing, limit }: JsonObject) {
  const { oldest, newest } = windowingOr422(parseWindowing(windowing, ['windowing']));
  return {
    source: attributeSources.find((known) => known === source) ?? 'attributes',
    prefix: String(prefix ?? ''),
    oldest,
    newest,
    limit: Number(limit ?? DEFAULT_LIMIT),
  };
}
