import { z } from 'zod';
import { contentOperators, filterFieldGroups } from '../filter/fields.js';
import { type LogicalOperator, logicalOperators, operatorsOf } from '../filter/operators.js';
import type { JsonValue } from '../json/json.js';
import { projectedMembers } from '../query/projection.js';
import { spanIdForm, windowOrders } from '../query/windowing.js';
import { counted, named, namedObject, orDefault, readByHand, type Sent } from './named-schemas.js';
import { shownSpanSchema, shownSpansSchema, shownTraceSchema } from './span-schemas.js';
import {
  integerFrom,
  jsonSchema,
  orItsText,
  referenceSchema,
  shownTimeSchema,
  timeSchema,
} from './value-schemas.js';

const options = namedObject('ConditionOptions', {
  case_sensitive: z.boolean().nullish(),
  exact_match: z.boolean().nullish(),
  all: z.boolean().nullish(),
}).nullish();

const condition: z.ZodType<unknown, SentCondition> = named(
  'Condition',
  z.union([
    ...Object.entries(filterFieldGroups).map(([name, { fields, families, key, value }]) =>
      conditionOf(name, {
        field: z.enum(fields),
        operator: z.enum(operatorsOf(families)),
        key: key === 'required' ? z.string() : z.string().nullish(),
        value: jsonSchema.optional().describe(value),
      }),
    ),
    conditionOf('Content', {
      field: z.literal('content'),
      operator: z.enum(contentOperators),
      key: z.string().nullish(),
      value: z.string(),
    }),
  ]),
  'The operator has to be one that the field takes: see docs/api/filtering.md.',
);

interface ConditionMembers {
  readonly field: z.ZodType<string, string>;
  readonly operator: z.ZodType<string, string>;
  readonly key: z.ZodType<string | null | undefined, string | null | undefined>;
  readonly value: z.ZodType<JsonValue | undefined, JsonValue | undefined>;
}

/** Declares the conditions on one group of fields. The default operator is `is`. */
function conditionOf(name: string, { operator, ...members }: ConditionMembers) {
  const takesIs = operator.safeParse('is').success;
  return namedObject(`${name}Condition`, {
    ...members,
    operator: takesIs ? orDefault(operator, 'is') : operator,
    options,
  });
}

/** A condition as clients send it. */
export interface SentCondition {
  field: string;
  key?: string | null | undefined;
  operator?: string | null | undefined;
  value?: JsonValue | undefined;
  options?: z.input<typeof options>;
}

/** A filter as clients send it. The type is exported because exported schemas refer to it. */
export interface SentGroup {
  operator?: LogicalOperator | null | undefined;
  conditions?: (SentCondition | SentGroup)[] | null | undefined;
}

/** A group of conditions and nested groups; see docs/api/filtering.md. `parseFiltering` parses it. */
export const filteringSchema: z.ZodType<unknown, SentGroup> = named(
  'Filtering',
  z
    .looseObject({
      operator: orDefault(z.enum(logicalOperators), 'and'),
      get conditions(): z.ZodType<unknown, SentGroup['conditions']> {
        return orDefault(z.array(z.union([condition, filteringSchema])), []);
      },
    })
    .refine((group) => !('field' in group), "A group has no 'field'.")
    .meta({ not: { required: ['field'] } }),
  'A group of conditions and groups: at most 1000 conditions, nested at most 100 levels deep.',
);

const limit = integerFrom(1);
const rate = z.number().min(0).max(1);

/** The window of a query; see docs/api/windowing.md. `parseWindowing` parses it. */
export const windowingSchema = namedObject(
  'Windowing',
  {
    newest: timeSchema.nullish(),
    oldest: timeSchema.nullish(),
    next: z
      .string()
      .refine((text) => !spanIdForm.test(text), 'Input should be a valid UUID')
      .nullish(),
    limit: orItsText(limit).nullish(),
    order: z.enum(windowOrders).nullish(),
    interval: orItsText(limit).nullish().describe('Minutes.'),
    rate: orItsText(rate).nullish(),
  },
  'Which part of the result: bounds on start_time, page size, order, sampling. `next` of an answer continues it.',
);

/** A filter and a window, which `parseFiltering` and `parseWindowing` parse. */
export const searchMembers = {
  filtering: readByHand(filteringSchema).nullish(),
  windowing: readByHand(windowingSchema).nullish(),
};

/** The window of a page. It contains the token of the next page if there is a next page. */
const shownWindowingSchema = namedObject('ShownWindowing', {
  newest: shownTimeSchema.optional(),
  oldest: shownTimeSchema.optional(),
  next: z.string().optional(),
  limit: z.int().optional(),
  order: z.enum(windowOrders).optional(),
  rate: rate.optional(),
});

/** Registers the object schema of a page. A page has a count, the items, and the window of the next page. */
export function page<Members extends z.ZodRawShape>(
  id: string,
  members: Members,
  description?: string,
) {
  const shown = { ...members, windowing: shownWindowingSchema.optional() };
  return counted(id, shown, description);
}

/** The members that refer to a saved query. */
export const referenceMembers = {
  query_ref: referenceSchema.nullish(),
  query_variant_ref: referenceSchema.nullish(),
  query_revision_ref: referenceSchema.nullish(),
};

/** The body of `POST /traces/summaries/query`. The body contains a filter or refers to a saved query. */
export const summariesRequestSchema = namedObject('SummariesRequest', {
  ...searchMembers,
  ...referenceMembers,
});

/** The parts of spans that an answer contains; see docs/api/spans-and-traces.md. `parseProjection` parses it. */
export const projectionSchema = namedObject(
  'Projection',
  {
    members: z
      .array(named('ProjectedMember', z.enum(projectedMembers)))
      .nullish()
      .describe('Members of spans; the ids are always shown.'),
    attributes: z.array(z.string()).nullish().describe('Dotted paths below `attributes`.'),
    previews: z
      .array(z.string())
      .nullish()
      .describe(
        'Dotted paths below `attributes` of values that are shown as the beginning of a text.',
      ),
    text_limit: integerFrom(1)
      .nullish()
      .describe('Longer texts are shown as `{"$text": "<their beginning>", "$length": n}`.'),
  },
  'With it, spans have their ids and the named parts only.',
);

/** The body of `POST /spans/query` and `POST /traces/query`. The body contains a filter or refers to a saved query. */
export const queryRequestSchema = namedObject('QueryRequest', {
  ...searchMembers,
  ...referenceMembers,
  projection: readByHand(projectionSchema).nullish(),
});

/** Maximum number of ids in a look-up. */
export const MAX_IDS = 1000;

const repeatable = z.array(z.string()).optional();
const separated = z
  .string()
  .optional()
  .describe(`Several ids, separated by commas. A request has at most ${MAX_IDS} ids.`);

/** The query string of `GET /traces/`. */
export const traceIdKeysSchema = z.object({ trace_id: repeatable, trace_ids: separated });

/** The query string of `GET /spans/`. */
export const spanIdKeysSchema = traceIdKeysSchema.extend({
  span_id: repeatable,
  span_ids: separated,
});

/** The values of `focus` in a flat query. Here and in `formats`, the first value is the default. */
export const focuses = ['trace', 'span'] as const;
export const formats = ['agenta', 'opentelemetry'] as const;

const focus = z.enum(focuses);
const format = z.enum(formats);

/** The form in which a flat query returns its answer. */
export const formattingSchema = z.object({ focus: focus.nullish(), format: format.nullish() });

/** The members of a flat query that may also be sent in the query string. */
export const flatQueryKeysSchema = z.object({
  focus: focus.optional(),
  format: format.optional(),
  oldest: timeSchema.optional(),
  newest: timeSchema.optional(),
  limit: limit.optional(),
  interval: limit.optional().describe('Minutes.'),
  rate: rate.optional(),
  order: windowingSchema.shape.order.unwrap().unwrap().optional(),
  next: windowingSchema.shape.next.unwrap().unwrap().optional(),
  filter: z.string().optional().describe('A Filtering as JSON text.'),
});

/**
 * The members of a flat query that may be sent only in the body. The nested members take precedence over the other
 * members.
 */
export const flatBodyMembers = {
  focus: focus.nullish(),
  format: format.nullish(),
  filter: z.union([z.string(), filteringSchema]).nullish(),
  filtering: z.union([z.string(), filteringSchema]).nullish(),
  windowing: readByHand(windowingSchema).nullish(),
  formatting: formattingSchema.nullish(),
};

/** The body of a flat query; see docs/api/spans-and-traces.md. */
export const flatQueryRequestSchema = named(
  'FlatQueryRequest',
  windowingSchema.extend(flatBodyMembers),
);

/** The answer with a page of spans. It has `windowing` if there is a next page. */
export const spansAnswerSchema = page('SpansAnswer', { spans: z.array(shownSpanSchema) });

/** The answer with a page of traces. It has `windowing` if there is a next page. */
export const tracesAnswerSchema = page('TracesAnswer', { traces: z.array(shownTraceSchema) });

const unresolved = 'The list is absent if a saved query that the request refers to is not found.';

/** The answer to `POST /spans/query`. */
export const foundSpansAnswerSchema = named(
  'FoundSpansAnswer',
  spansAnswerSchema.partial({ spans: true }),
  unresolved,
);

/** The answer to `POST /traces/query`. */
export const foundTracesAnswerSchema = named(
  'FoundTracesAnswer',
  tracesAnswerSchema.partial({ traces: true }),
  unresolved,
);

/** The answer to a read of one span; `count` is 0 for an unknown id. */
export const spanAnswerSchema = counted('SpanAnswer', { span: shownSpanSchema.optional() });

/** The answer to a read of one trace; `count` is 0 for an unknown id. */
export const traceAnswerSchema = counted('TraceAnswer', { trace: shownTraceSchema.optional() });

/** The answer to a flat query. */
export const traceMapAnswerSchema = page(
  'TraceMapAnswer',
  {
    traces: z.record(z.string(), z.object({ spans: shownSpansSchema })).optional(),
    spans: z.array(shownSpanSchema).optional(),
  },
  'Traces by id, or spans when the focus is a span.',
);

export type SentFiltering = Sent<typeof filteringSchema>;
export type SentProjection = Sent<typeof projectionSchema>;
