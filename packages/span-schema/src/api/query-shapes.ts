import { z } from 'zod';
import { shape } from './shape-registry.js';
import { shownSpanShape, shownSpansShape, shownTraceShape } from './span-shapes.js';
import { jsonObjectShape, referenceShape, timeShape } from './value-shapes.js';

const condition = shape(
  'Condition',
  z.object({
    field: z.string(),
    key: z.string().nullish(),
    operator: z.string().default('is'),
    value: z.unknown(),
    options: z
      .object({
        case_sensitive: z.boolean().nullish(),
        exact_match: z.boolean().nullish(),
        all: z.boolean().nullish(),
      })
      .nullish(),
  }),
);

export const filteringShape = shape(
  'Filtering',
  z.object({
    operator: z.enum(['and', 'or', 'not', 'nand', 'nor']).default('and'),
    get conditions(): z.ZodType {
      return z.array(z.union([condition, filteringShape])).default([]);
    },
  }),
);

export const windowingShape = shape(
  'Windowing',
  z.object({
    newest: timeShape.nullish(),
    oldest: timeShape.nullish(),
    next: z.string().nullish(),
    limit: z.int().min(1).nullish(),
    order: z.enum(['ascending', 'descending']).nullish(),
    interval: z.int().min(1).nullish(),
    rate: z.number().min(0).max(1).nullish(),
  }),
  'Which part of the result: bounds on start_time, page size, order, sampling. `next` of an answer continues it.',
);

const refs = {
  query_ref: referenceShape.nullish(),
  query_variant_ref: referenceShape.nullish(),
  query_revision_ref: referenceShape.nullish(),
};

export const queryRequestShape = shape(
  'QueryRequest',
  z.object({ filtering: filteringShape.nullish(), windowing: windowingShape.nullish(), ...refs }),
);

/** Also the query string: every flat key may stand there. */
export const flatQueryKeysShape = z.object({
  focus: z.enum(['trace', 'span']).optional(),
  format: z.enum(['agenta', 'opentelemetry']).optional(),
  oldest: timeShape.optional(),
  newest: timeShape.optional(),
  limit: z.int().min(1).optional(),
  interval: z.int().min(1).optional(),
  rate: z.number().min(0).max(1).optional(),
  order: z.enum(['ascending', 'descending']).optional(),
  next: z.string().optional(),
  filter: z.string().optional().describe('A Filtering as JSON text.'),
});

export const flatQueryRequestShape = shape(
  'FlatQueryRequest',
  flatQueryKeysShape.extend({
    filter: z.union([z.string(), filteringShape]).nullish(),
    filtering: filteringShape.nullish(),
    windowing: windowingShape.nullish(),
    formatting: z.object({ focus: z.string().nullish(), format: z.string().nullish() }).nullish(),
  }),
);

const shownWindowing = windowingShape.optional();

export const spansAnswerShape = shape(
  'SpansAnswer',
  z.object({ count: z.int(), spans: z.array(shownSpanShape), windowing: shownWindowing }),
);

export const tracesAnswerShape = shape(
  'TracesAnswer',
  z.object({ count: z.int(), traces: z.array(shownTraceShape), windowing: shownWindowing }),
);

export const spanAnswerShape = shape(
  'SpanAnswer',
  z.object({ count: z.int(), span: shownSpanShape.optional() }),
);

export const traceAnswerShape = shape(
  'TraceAnswer',
  z.object({ count: z.int(), trace: shownTraceShape.optional() }),
);

export const traceMapAnswerShape = shape(
  'TraceMapAnswer',
  z.object({
    count: z.int(),
    traces: z.record(z.string(), z.object({ spans: shownSpansShape })).optional(),
    spans: z.array(shownSpanShape).optional(),
    windowing: shownWindowing,
  }),
  'Traces by id, or spans when the focus is a span.',
);

export const errorShape = shape(
  'Problem',
  z.object({ detail: z.union([z.string(), jsonObjectShape]) }),
);

export const validationErrorShape = shape(
  'ValidationProblem',
  z.object({
    detail: z.array(
      z.object({
        type: z.string(),
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        input: z.unknown().optional(),
        ctx: jsonObjectShape.optional(),
      }),
    ),
  }),
);
