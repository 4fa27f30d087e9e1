import { z } from 'zod';
import { shape } from './shape-registry.js';
import {
  jsonObjectShape,
  linkShape,
  referenceShape,
  spanIdShape,
  spanKindShape,
  spanTypeShape,
  statusCodeShape,
  timeShape,
  traceIdShape,
  traceTypeShape,
} from './value-shapes.js';

const count = z.int().nonnegative();

const attributes = jsonObjectShape.nullish();

const spanReference = shape('SpanReference', referenceShape.extend({ attributes }));

const spanLink = shape(
  'SpanLink',
  linkShape.extend({
    attributes,
    trace_state: z.string().nullish(),
    flags: z.int().nullish(),
    dropped_attributes_count: count.nullish(),
  }),
);

const spanHash = shape('SpanHash', z.object({ id: z.string().nullish(), attributes }));

const spanEvent = shape(
  'SpanEvent',
  z.object({
    name: z.string(),
    timestamp: timeShape,
    attributes,
    dropped_attributes_count: count.nullish(),
  }),
);

const resource = shape(
  'Resource',
  z.object({
    attributes,
    dropped_attributes_count: count.nullish(),
    schema_url: z.string().nullish(),
  }),
);

const scope = shape(
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
  parent_id: spanIdShape.nullish(),
  span_type: spanTypeShape.nullish(),
  span_kind: spanKindShape.nullish(),
  span_name: z.string().nullish(),
  start_time: timeShape.nullish(),
  end_time: timeShape.nullish(),
  status_code: statusCodeShape.nullish(),
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
export const sentSpanShape = shape(
  'SentSpan',
  z.object({
    trace_id: traceIdShape,
    span_id: spanIdShape,
    trace_type: traceTypeShape.nullish(),
    ...members,
    exception: jsonObjectShape.nullish(),
  }),
  'A span as a producer sends it. Unknown members are ignored; a span that does not fit is dropped alone.',
);

/** A span of the nested form. */
export const sentNodeShape = shape(
  'SentNode',
  sentSpanShape.extend({
    get spans() {
      return sentSpansShape.nullish();
    },
  }),
  'A span with its children.',
);

/** One level of the nested form: nodes by span name. Spans with the same name form a list. */
export const sentSpansShape: z.ZodType = shape(
  'SentSpans',
  z.record(
    z.string(),
    z.lazy(() => z.union([sentNodeShape, z.array(sentNodeShape)])),
  ),
  'Nodes by span name; spans of one name form a list.',
);

/** A span in an answer; see docs/api/spans-and-traces.md. */
export const shownSpanShape = shape(
  'Span',
  z.object({
    created_at: timeShape,
    created_by_id: z.uuid(),
    updated_at: timeShape.optional(),
    updated_by_id: z.uuid().optional(),
    trace_id: traceIdShape,
    span_id: spanIdShape,
    ...members,
    trace_type: traceTypeShape,
    span_type: spanTypeShape,
    span_kind: spanKindShape,
    span_name: z.string(),
    start_time: timeShape,
    end_time: timeShape,
    status_code: statusCodeShape,
    attributes: jsonObjectShape,
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

const shownNodeShape = shape(
  'SpanNode',
  shownSpanShape.extend({
    get spans() {
      return shownSpansShape.optional();
    },
  }),
  'A stored span with its children.',
);

/** One level of a tree of stored spans, by span name. */
export const shownSpansShape: z.ZodType = shape(
  'Spans',
  z.record(
    z.string(),
    z.lazy(() => z.union([shownNodeShape, z.array(shownNodeShape)])),
  ),
  'A level of a tree: nodes by span name; spans of one name form a list.',
);

/** A trace in an answer, its spans as a tree. */
export const shownTraceShape = shape(
  'Trace',
  z.object({ trace_id: traceIdShape, spans: shownSpansShape }),
);
