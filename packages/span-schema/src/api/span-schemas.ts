import { z } from 'zod';
import { named } from './named-schemas.js';
import {
  jsonObjectSchema,
  linkSchema,
  referenceSchema,
  spanIdSchema,
  spanKindSchema,
  spanTypeSchema,
  statusCodeSchema,
  timeSchema,
  traceIdSchema,
  traceTypeSchema,
} from './value-schemas.js';

const count = z.int().nonnegative();

const attributes = jsonObjectSchema.nullish();

const spanReference = named('SpanReference', referenceSchema.extend({ attributes }));

const spanLink = named(
  'SpanLink',
  linkSchema.extend({
    attributes,
    trace_state: z.string().nullish(),
    flags: z.int().nullish(),
    dropped_attributes_count: count.nullish(),
  }),
);

const spanHash = named('SpanHash', z.object({ id: z.string().nullish(), attributes }));

const spanEvent = named(
  'SpanEvent',
  z.object({
    name: z.string(),
    timestamp: timeSchema,
    attributes,
    dropped_attributes_count: count.nullish(),
  }),
);

const resource = named(
  'Resource',
  z.object({
    attributes,
    dropped_attributes_count: count.nullish(),
    schema_url: z.string().nullish(),
  }),
);

const scope = named(
  'InstrumentationScope',
  z.object({
    name: z.string().nullish(),
    version: z.string().nullish(),
    attributes,
    dropped_attributes_count: count.nullish(),
    schema_url: z.string().nullish(),
  }),
);

const members = {
  parent_id: spanIdSchema.nullish(),
  span_type: spanTypeSchema.nullish(),
  span_kind: spanKindSchema.nullish(),
  span_name: z.string().nullish(),
  start_time: timeSchema.nullish(),
  end_time: timeSchema.nullish(),
  status_code: statusCodeSchema.nullish(),
  status_message: z.string().nullish(),
  attributes,
  references: z.array(spanReference).nullish(),
  links: z.array(spanLink).nullish(),
  hashes: z.array(spanHash).nullish(),
  events: z.array(spanEvent).nullish(),
  session_id: z.string().nullish(),
  user_id: z.string().nullish(),
  agent_id: z.string().nullish(),
  resource: resource.nullish(),
  scope: scope.nullish(),
  trace_state: z.string().nullish(),
  flags: z.int().nullish(),
  dropped_attributes_count: count.nullish(),
  dropped_events_count: count.nullish(),
  dropped_links_count: count.nullish(),
};

/** A span in an ingest request; see docs/api/ingest.md. `readSpan` of span-intake checks the same. */
export const sentSpanSchema = named(
  'SentSpan',
  z.object({
    trace_id: traceIdSchema,
    span_id: spanIdSchema,
    trace_type: traceTypeSchema.nullish(),
    ...members,
    exception: jsonObjectSchema.nullish(),
  }),
  'A span as a producer sends it. Unknown members are ignored; a span that does not fit is dropped alone.',
);

/** A span of the nested form. */
export const sentNodeSchema = named(
  'SentNode',
  sentSpanSchema.extend({
    get spans() {
      return sentSpansSchema.nullish();
    },
  }),
  'A span with its children.',
);

/** One level of the nested form: nodes by span name. Spans with the same name form a list. */
export const sentSpansSchema: z.ZodType = named(
  'SentSpans',
  z.record(
    z.string(),
    z.lazy(() => z.union([sentNodeSchema, z.array(sentNodeSchema)])),
  ),
  'Nodes by span name; spans of one name form a list.',
);

/** A span in an answer; see docs/api/spans-and-traces.md. */
export const shownSpanSchema = named(
  'Span',
  z.object({
    created_at: timeSchema,
    created_by_id: z.uuid(),
    updated_at: timeSchema.optional(),
    updated_by_id: z.uuid().optional(),
    trace_id: traceIdSchema,
    span_id: spanIdSchema,
    ...members,
    trace_type: traceTypeSchema,
    span_type: spanTypeSchema,
    span_kind: spanKindSchema,
    span_name: z.string(),
    start_time: timeSchema,
    end_time: timeSchema,
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
  }),
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

/** One level of a tree of stored spans, by span name. */
export const shownSpansSchema: z.ZodType = named(
  'Spans',
  z.record(
    z.string(),
    z.lazy(() => z.union([shownNodeSchema, z.array(shownNodeSchema)])),
  ),
  'A level of a tree: nodes by span name; spans of one name form a list.',
);

/** A trace in an answer, its spans as a tree. */
export const shownTraceSchema = named(
  'Trace',
  z.object({ trace_id: traceIdSchema, spans: shownSpansSchema }),
);
