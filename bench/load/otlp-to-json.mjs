import {
  formatTimestamp,
  spanKinds,
  statusCodes,
  stringifyJson,
} from '../../packages/span-schema/dist/index.js';

/** Converts the spans of an OTLP body to the flat ingest form. */
export function toFlatJson(drafts) {
  return stringifyJson({ spans: drafts.map(toSpan) });
}

/** Converts the spans to the nested ingest form. Each span is a member of its parent, with its name as the key. */
export function toNestedJson(drafts) {
  const traces = {};
  const nodes = new Map();
  for (const draft of drafts) {
    const { parent_id: _parent, ...node } = toSpan(draft);
    nodes.set(draft.span_id, node);
  }
  for (const { trace_id, span_id, parent_id, span_name } of drafts) {
    traces[trace_id] ??= { spans: {} };
    const level = nodes.get(parent_id) ?? traces[trace_id];
    level.spans ??= {};
    level.spans[span_name] ??= [];
    level.spans[span_name].push(nodes.get(span_id));
  }
  return stringifyJson({ traces });
}

function toSpan(draft) {
  return {
    trace_id: draft.trace_id,
    span_id: draft.span_id,
    ...(draft.parent_id === undefined ? {} : { parent_id: draft.parent_id }),
    span_name: draft.span_name,
    span_kind: draft.span_kind,
    start_time: formatTimestamp(draft.start_time),
    end_time: formatTimestamp(draft.end_time),
    status_code: draft.status_code,
    attributes: draft.attributes,
  };
}

/** Converts the spans of an OTLP body to OTLP JSON. */
export function toOtlpJson(drafts) {
  const [first] = drafts;
  return stringifyJson({
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(first?.resource?.attributes ?? {}) },
        scopeSpans: [
          { scope: { name: first?.scope?.name ?? '' }, spans: drafts.map(toOtlpJsonSpan) },
        ],
      },
    ],
  });
}

function toOtlpJsonSpan(draft) {
  return {
    traceId: draft.trace_id,
    spanId: draft.span_id,
    parentSpanId: draft.parent_id ?? '',
    name: draft.span_name,
    kind: spanKinds.indexOf(draft.span_kind),
    startTimeUnixNano: String(draft.start_time),
    endTimeUnixNano: String(draft.end_time),
    attributes: toKeyValues(draft.attributes),
    status: { code: statusCodes.indexOf(draft.status_code) },
  };
}

function toKeyValues(attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value) {
  if (typeof value === 'string') {
    return { stringValue: value };
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  throw new TypeError('the load has texts and numbers only');
}
