import { spanKinds, statusCodes } from '@spanhouse/span-schema/span-enums';
import type { Json, JsonMembers, ShownSpan } from '../../api/shown-span.js';
import { readTime } from '../../parts/values/format-time.js';
import { writeJson } from '../../parts/values/write-json.js';
import { flattenAttributes } from '../../span/flatten-attributes.js';
import { writeKeyValues } from './json-members.js';

/** Converts spans to OTLP/JSON. Nested attributes are flattened to attributes with dotted keys. */
export function writeOtlp(spans: readonly ShownSpan[]): Json {
  const resources = Map.groupBy(spans, ({ resource }) => writeJson((resource ?? {}) as Json));
  const resourceSpans = [...resources.values()].map((ofResource) => {
    const scopes = Map.groupBy(ofResource, ({ scope }) => writeJson((scope ?? {}) as Json));
    return {
      resource: { attributes: writeKeyValues(ofResource[0]?.resource?.attributes ?? {}) },
      scopeSpans: [...scopes.values()].map((ofScope) => ({
        scope: writeScope(ofScope[0]?.scope),
        spans: ofScope.map(writeSpan),
      })),
    };
  });
  return { resourceSpans };
}

function writeScope(scope: ShownSpan['scope']): JsonMembers {
  const { name = '', version, attributes } = scope ?? {};
  return {
    name,
    ...(version !== undefined && { version }),
    ...(attributes !== undefined && { attributes: writeKeyValues(attributes) }),
  };
}

function writeSpan(span: ShownSpan): JsonMembers {
  const { parent_id: parent, status_message: message, events = [], links = [] } = span;
  return {
    traceId: span.trace_id,
    spanId: span.span_id,
    ...(parent !== undefined && { parentSpanId: parent }),
    name: span.span_name,
    kind: Math.max(0, spanKinds.indexOf(span.span_kind as never)),
    startTimeUnixNano: readTime(span.start_time).toString(),
    endTimeUnixNano: readTime(span.end_time).toString(),
    attributes: writeKeyValues(flatten(span.attributes ?? {})),
    events: events.map(({ name, timestamp, attributes = {} }) => ({
      name,
      timeUnixNano: readTime(timestamp).toString(),
      attributes: writeKeyValues(attributes),
    })),
    links: links.map(({ trace_id: traceId, span_id: spanId, attributes = {} }) => ({
      traceId,
      spanId,
      attributes: writeKeyValues(flatten(attributes)),
    })),
    status: {
      code: Math.max(0, statusCodes.indexOf(span.status_code as never)),
      ...(message !== undefined && { message }),
    },
  };
}

/** Flattens nested objects by joining the path to each value with dots. Lists and empty objects stay unchanged. */
function flatten(nested: JsonMembers): JsonMembers {
  return Object.fromEntries(flattenAttributes(nested).map(({ name, value }) => [name, value]));
}
