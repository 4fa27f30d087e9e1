import { z } from 'zod';
import { type Answered, named, namedObject } from './named-schemas.js';
import { shownTimeSchema, traceIdSchema } from './value-schemas.js';

const positions = z.array(z.int());
const ns = z.array(
  named(
    'Nanoseconds',
    z.union([z.int(), z.string()]),
    'A text from 2^53 on, so that it stays exact.',
  ),
);
const counts = z.array(z.array(z.number()).length(3));
const misplaced = z.array(z.array(z.union([z.int(), z.string()])).length(2));
/** Token counts or costs. */
export const sumsSchema = z.object({
  prompt: z.number(),
  completion: z.number(),
  total: z.number(),
});

const head = namedObject('OutlineHead', {
  trace_id: traceIdSchema,
  spans: z.int(),
  base: shownTimeSchema.optional(),
});

const portion = namedObject('OutlinePortion', {
  texts: z.array(z.string()),
  span_id: z.array(z.string()),
  parent: positions,
  start: ns,
  duration: ns,
  name: positions,
  service: positions,
  type: positions,
  kind: positions,
  status: positions,
  model: positions,
  flags: positions,
  bytes: positions,
  tokens: counts,
  tokens_all: counts,
  costs: counts,
  costs_all: counts,
  errors: z.array(z.number()),
  errors_all: z.array(z.number()),
});

const end = namedObject('OutlineEnd', {
  end: z.literal(true),
  orphans: misplaced,
  cycles: misplaced,
  totals: z.object({ tokens: sumsSchema, costs: sumsSchema, errors: z.number() }),
});

/** One line of a trace's outline; see docs/api/spans-and-traces.md. */
export const outlineLineSchema = named(
  'OutlineLine',
  z.union([head, portion, end]),
  'The first line counts the spans, the last one has the sums; each line between has up to 4096 spans in columns.',
);
export type OutlineLine = Answered<typeof outlineLineSchema>;
