import {
  type InstrumentationScope,
  type JsonObject,
  type SpanStatusCode,
  withoutUndefined,
} from '@spanhouse/span-schema';

/**
 * Members that OpenTelemetry exporters put into tags because Zipkin has no member for them, and Zipkin's own `error`.
 * The tags stay on the span. Sources: OpenTelemetry "Transformation to non-OTLP Formats" and "OpenTelemetry to Zipkin".
 */
export interface TaggedMembers {
  status_code: SpanStatusCode;
  status_message: string | undefined;
  scope: InstrumentationScope | undefined;
  trace_state: string | undefined;
  dropped_attributes_count: number;
  dropped_events_count: number;
  dropped_links_count: number;
}

const MAX_UINT32 = 0xffff_ffff;

/** Reads the members that exporters put into tags. */
export function readTaggedMembers(tags: JsonObject): TaggedMembers {
  return {
    ...statusOf(tags),
    scope: scopeOf(tags),
    trace_state: text(tags, 'w3c.tracestate'), // written by the OpenTelemetry Collector
    dropped_attributes_count: count(tags, 'otel.dropped_attributes_count'),
    dropped_events_count: count(tags, 'otel.dropped_events_count'),
    dropped_links_count: count(tags, 'otel.dropped_links_count'),
  };
}

/**
 * Derives the status. A tag `error` with any value means failure, unless an exporter states the
 * status itself.
 */
function statusOf(tags: JsonObject): Pick<TaggedMembers, 'status_code' | 'status_message'> {
  const description = text(tags, 'otel.status_description');
  const code = tags['otel.status_code'];
  if (code === 'OK' || (code !== 'ERROR' && tags['error'] === undefined)) {
    const status_code = code === 'OK' ? 'STATUS_CODE_OK' : 'STATUS_CODE_UNSET';
    return { status_code, status_message: description };
  }
  const error = text(tags, 'error');
  const isFlag = error === 'true' || error === 'false';
  return {
    status_code: 'STATUS_CODE_ERROR',
    status_message: description ?? (isFlag ? undefined : error),
  };
}

function scopeOf(tags: JsonObject): InstrumentationScope | undefined {
  const name = text(tags, 'otel.scope.name') ?? text(tags, 'otel.library.name');
  const version = text(tags, 'otel.scope.version') ?? text(tags, 'otel.library.version');
  return name === undefined && version === undefined
    ? undefined
    : withoutUndefined({ name, version });
}

function text(tags: JsonObject, key: string): string | undefined {
  const value = tags[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(tags: JsonObject, key: string): number {
  const value = Number(tags[key]);
  return Number.isInteger(value) && value >= 0 && value <= MAX_UINT32 ? value : 0;
}
