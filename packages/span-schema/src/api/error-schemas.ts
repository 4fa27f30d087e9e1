import { z } from 'zod';
import { namedObject } from './named-schemas.js';
import { jsonObjectSchema, jsonSchema } from './value-schemas.js';

/** A submitted span that was not accepted. */
export const droppedSpan = namedObject(
  'DroppedSpan',
  {
    trace_id: z.string().optional(),
    span_id: z.string().optional(),
    index: z.int().optional(),
    path: z.string().optional(),
    code: z.string(),
    message: z.string(),
  },
  'A submitted span that was not accepted: its position (`index` in a list, or a JSON pointer), and the reason.',
);

/** The body of errors other than 422; see docs/api/errors.md. */
export const errorSchema = namedObject('Problem', {
  detail: z.union([z.string(), jsonObjectSchema]),
});

/** The body of a 422; see docs/api/errors.md. */
export const validationErrorSchema = namedObject('ValidationProblem', {
  detail: z.array(
    z.object({
      type: z.string(),
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      input: jsonSchema.optional(),
      ctx: jsonObjectSchema.optional(),
    }),
  ),
  dropped: z
    .array(droppedSpan)
    .optional()
    .describe('Present if no span of an ingest request was accepted.'),
});
