import { z } from 'zod';
import { answerCompare, parseCompare } from '../../analytics/post-compare-query.js';
import { textOf } from '../../http/send-json.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { filterArgument, queryArguments } from './query-arguments.js';
import { sizeArgument, type Tool } from './tool.js';

const DEFAULT_LIMIT = 10;

/** Lists the values that distinguish selected spans from all other spans. */
export const compareSpans: Tool = {
  name: 'compare_spans',
  title: 'Compare spans',
  description:
    'Tells what distinguishes the spans of a selection from the other spans that match filtering: fields and attributes ' +
    'by score from 1 (always different) to 0 (the same), with the shares of their values on both sides. ' +
    'Example, failed calls of one service: {"filtering":{"conditions":[{"field":"service_name","value":"shop"}]},' +
    '"selection":{"conditions":[{"field":"status_code","value":"STATUS_CODE_ERROR"}]}}.',
  schema: z.strictObject({
    selection: filterArgument('The selected spans'),
    ...queryArguments(),
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT).optional().describe('Attributes.'),
    ...sizeArgument,
  }),
  async run({ max_characters: _, ...members }, { context }) {
    const query = parseCompare({ limit: DEFAULT_LIMIT, ...members });
    const answer = await answerCompare(query, context);
    return {
      data: parseStoredJson(await textOf(answer)),
      rows: '/attributes',
      more: 'Use a smaller limit, or a larger max_characters.',
    };
  },
};
