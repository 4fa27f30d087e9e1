import { z } from 'zod';
import { type Answered, acceptNulls, named, namedObject } from './named-schemas.js';
import {
  jsonObjectSchema,
  linkSchema,
  shownTimeSchema,
  spanIdSchema,
  spanKindSchema,
  spanTypeSchema,
  statusCodeSchema,
  timeSchema,
  traceIdSchema,
  traceTypeSchema,
} from './value-schemas.js';

const count = z.int().nonnegative();

const attributes = jsonObjectSchema.optional();
const withAttributes = { attributes, dropped_attributes_count: count.optional() };

/*
 * The parts of a span are declared in the form used in answers. Requests may also use other notations for times, and
 * null instead of an absent member.
 */
const reference = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  version: z.string().optional(),
  attributes,
});
const link = linkSchema.extend({
  ...withAttributes,
  trace_state: z.string().optional(),
  flags: count.optional(),
});
const hash = z.object({ id: z.string().optional(), attributes });
const event = z.object({ name: z.string(), timestamp: shownTimeSchema, ...withAttributes });
const resource = z.object({ ...withAttributes, schema_url: z.string().optional() });
const scope = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  ...withAttributes,
  schema_url: z.string().optional(),
});

const members = z.object({
  parent_id: spanIdSchema.optional(),
  span_type: spanTypeSchema.optional(),
  span_kind: spanKindSchema.optional(),
  span_name: z.string().optional(),
  start_time: shownTimeSchema.optional(),
  end_time: shownTimeSchema.optional(),
  status_code: statusCodeSchema.optional(),
  status_message: z.string().optional(),
  attributes,
  references: z.array(named('SpanReference', reference)).optional(),
  links: z.array(named('SpanLink', link)).optional(),
  hashes: z.array(named('SpanHash', hash)).optional(),
  events: z.array(named('SpanEvent', event)).optional(),
  session_id: z.string().optional(),
  user_id: z.string().optional(),
  agent_id: z.string().optional(),
  resource: named('Resource', resource).optional(),
  scope: named('InstrumentationScope', scope).optional(),
  trace_state: z.string().optional(),
  flags: count.optional(),
  dropped_attributes_count: count.optional(),
  dropped_events_count: count.optional(),
  dropped_links_count: count.optional(),
});

/** A span in an ingest request; see docs/api/ingest.md. `readSpan` in span-intake makes the same checks. */
export const sentSpanSchema = named(
  'SentSpan',
  acceptNulls(
    members.extend({
      trace_type: traceTypeSchema.optional(),
      start_time: timeSchema.optional(),
      end_time: timeSchema.optional(),
      references: z.array(named('SentReference', acceptNulls(reference))).optional(),
      links: z.array(named('SentLink', acceptNulls(link))).optional(),
      hashes: z.array(named('SentHash', acceptNulls(hash))).optional(),
      events: z
        .array(named('SentEvent', acceptNulls(event.extend({ timestamp: timeSchema }))))
        .optional(),
      resource: named('SentResource', acceptNulls(resource)).optional(),
      scope: named('SentScope', acceptNulls(scope)).optional(),
      exception: jsonObjectSchema.optional(),
    }),
  ).extend({ trace_id: traceIdSchema, span_id: spanIdSchema }),
  'A span as a producer sends it. Unknown members are ignored; a span that does not fit is dropped alone.',
);

/** A span in the nested form of a request. */
const sentNodeSchema = named(
  'SentNode',
  sentSpanSchema.extend({
    get spans() {
      return sentSpansSchema.nullish();
    },
  }),
  'A span with its children.',
);

/** One level of the nested form. It maps span names to nodes; spans with the same name form a list. */
export const sentSpansSchema: z.ZodType = named(
  'SentSpans',
  z.record(
    z.string(),
    z.lazy(() => z.union([sentNodeSchema, z.array(sentNodeSchema)])),
  ),
  'Nodes by span name; spans of one name form a list.',
);

/** A span in an answer; see docs/api/spans-and-traces.md. */
export const shownSpanSchema = namedObject(
  'Span',
  {
    created_at: shownTimeSchema,
    created_by_id: z.uuid(),
    updated_at: shownTimeSchema.optional(),
    updated_by_id: z.uuid().optional(),
    trace_id: traceIdSchema,
    span_id: spanIdSchema,
    ...members.shape,
    trace_type: traceTypeSchema,
    span_type: spanTypeSchema,
    span_kind: spanKindSchema,
    span_name: z.string(),
    start_time: shownTimeSchema,
    end_time: shownTimeSchema,
    status_code: statusCodeSchema,
    attributes: jsonObjectSchema,
    pricing: z
      .object({
        source: z.enum(['client', 'project']),
        table: z.string(),
        version: z.string(),
        model: z.string(),
      })
      .partial()
      .optional(),
  },
  'A stored span. Empty members are left out; `attributes.ag` is in canonical form.',
);

const shownNodeSchema = named(
  'SpanNode',
  shownSpanSchema.extend({
    get spans() {
      return shownSpansSchema.optional();
    },
  }),
  'A stored span with its children.',
);

/** One level of a tree of stored spans. It maps span names to nodes. */
export const shownSpansSchema: z.ZodType = named(
  'Spans',
  z.record(
    z.string(),
    z.lazy(() => z.union([shownNodeSchema, z.array(shownNodeSchema)])),
  ),
  'A level of a tree: nodes by span name; spans of one name form a list.',
);

/** A trace in an answer, with its spans as a tree. */
export const shownTraceSchema = namedObject('Trace', {
  trace_id: traceIdSchema,
  spans: shownSpansSchema,
});

export type Span = Answered<typeof shownSpanSchema>;
