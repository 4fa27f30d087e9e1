import { z } from 'zod';
import { parseAggregate } from '../../analytics/parse-aggregate.js';
import { answerAggregate } from '../../analytics/post-aggregate-query.js';
import { textOf } from '../../http/send-json.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { queryArguments } from './query-arguments.js';
import { sizeArgument, type Tool } from './tool.js';

const MAX_BUCKETS = 200;
const MAX_GROUPS = 100;
const DEFAULT_GROUPS = 20;
const defaultMeasures = [
  'count',
  'failed',
  'duration.p50',
  'duration.p95',
  'tokens.sum',
  'costs.sum',
];

/** Counts and measures spans or traces. */
export const summarizeSpans: Tool = {
  name: 'summarize_spans',
  title: 'Summarize spans or traces',
  description:
    'Counts and measures spans or traces (focus), in total, over time (buckets) and by up to 3 fields (group_by, most ' +
    'frequent first). Durations are in ms, costs in US dollars. Exact. ' +
    'Example, failures by message: {"filtering":{"conditions":[{"field":"status_code","value":"STATUS_CODE_ERROR"}]},' +
    '"group_by":[{"field":"service_name"},{"field":"status_message"}]}.',
  schema: z.strictObject({
    ...queryArguments(),
    focus: z
      .enum(['span', 'trace'])
      .default('span')
      .optional()
      .describe('trace: each trace counts once, with its totals.'),
    buckets: z
      .int()
      .min(1)
      .max(MAX_BUCKETS)
      .optional()
      .describe(
        'Cuts the window, by default the last 30 days, into so many parts of equal length.',
      ),
    group_by: z
      .array(z.strictObject({ field: z.string(), key: z.string().optional() }))
      .max(3)
      .optional()
      .describe('Text fields and enumerations, or attributes with a key.'),
    measures: z
      .array(z.string())
      .max(20)
      .default(defaultMeasures)
      .optional()
      .describe(
        'count, failed, errors, duration.p0 to duration.p100, duration.sum, and sum, prompt, completion of tokens and costs.',
      ),
    limit: z.int().min(1).max(MAX_GROUPS).default(DEFAULT_GROUPS).optional().describe('Groups.'),
    ...sizeArgument,
  }),
  async run({ max_characters: _, buckets, ...members }, { services, context }) {
    const body = {
      limit: DEFAULT_GROUPS,
      measures: defaultMeasures,
      ...members,
      ...(buckets !== undefined && { time: { buckets } }),
    };
    const query = parseAggregate(body, services.clock.nowNs());
    const answer = await answerAggregate(query, context);
    return {
      data: parseStoredJson(await textOf(answer)),
      rows: '/rows',
      more: 'Use a narrower filter, fewer buckets or groups, or a larger max_characters.',
    };
  },
};
