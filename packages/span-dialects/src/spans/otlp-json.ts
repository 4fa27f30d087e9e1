import {
  type InstrumentationScope,
  type SpanEvent,
  type SpanLink,
  type SpanResource,
  spanKinds,
  statusCodes,
} from '@spanhouse/span-schema';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from './flat-attributes.js';
import { isInt64 } from './format-values.js';
import type { ShownSpan } from './shown-span.js';

/** Details of OTLP/JSON that differ between dialects. */
interface OtlpStyle<Enum, Omitted> {
  readonly id: (hex: string) => string;
  readonly time: (ns: bigint) => string;
  /** Returns the representation of an enum value. `names` are in the order of the OTLP numbers. */
  readonly enumOf: (name: string, names: readonly string[]) => Enum;
  /**
   * Returns the given string or list. Styles that leave out empty members return undefined for an empty string or list.
   */
  readonly filled: <Value extends string | readonly unknown[] | undefined>(
    value: Value,
  ) => Value | Omitted;
}

/** Converts spans, resources and scopes to OTLP/JSON in the style of a dialect. */
export class OtlpWriter<Enum, Omitted> {
  readonly #style: OtlpStyle<Enum, Omitted>;

  constructor(style: OtlpStyle<Enum, Omitted>) {
    this.#style = style;
  }

  span(span: ShownSpan) {
    const { id, time, enumOf, filled } = this.#style;
    return {
      traceId: id(span.trace_id),
      spanId: id(span.span_id),
      traceState: span.trace_state || undefined,
      parentSpanId: span.parent_id === undefined ? undefined : id(span.parent_id),
      name: filled(span.span_name),
      kind: enumOf(span.span_kind, spanKinds),
      startTimeUnixNano: time(span.start_time),
      endTimeUnixNano: time(span.end_time),
      attributes: this.#attributes(span.attributes),
      droppedAttributesCount: span.dropped_attributes_count || undefined,
      events: filled(span.events.map((event) => this.#event(event))),
      droppedEventsCount: span.dropped_events_count || undefined,
      links: filled(span.links.map((link) => this.#link(link))),
      droppedLinksCount: span.dropped_links_count || undefined,
      status: {
        message: span.status_message || undefined,
        code: enumOf(span.status_code, statusCodes) || undefined,
      },
      flags: span.flags || undefined,
    };
  }

  resource(
    resource: SpanResource | undefined,
    attributes = flattenAttributes(resource?.attributes),
  ) {
    return {
      attributes: this.#attributes(attributes),
      droppedAttributesCount: resource?.dropped_attributes_count || undefined,
    };
  }

  scope(scope: InstrumentationScope | undefined) {
    const { filled } = this.#style;
    return {
      name: filled(scope?.name),
      version: filled(scope?.version),
      attributes: this.#attributes(flattenAttributes(scope?.attributes)),
      droppedAttributesCount: scope?.dropped_attributes_count || undefined,
    };
  }

  #event(event: SpanEvent) {
    return {
      timeUnixNano: this.#style.time(event.timestamp),
      name: this.#style.filled(event.name),
      attributes: this.#attributes(flattenAttributes(event.attributes)),
      droppedAttributesCount: event.dropped_attributes_count || undefined,
    };
  }

  #link(link: SpanLink) {
    const { id } = this.#style;
    return {
      traceId: id(link.trace_id),
      spanId: id(link.span_id),
      traceState: link.trace_state || undefined,
      attributes: this.#attributes(flattenSpanAttributes(link.attributes)),
      droppedAttributesCount: link.dropped_attributes_count || undefined,
      flags: link.flags || undefined,
    };
  }

  #attributes(attributes: readonly FlatAttribute[]) {
    return this.#style.filled(attributes.map(([key, value]) => ({ key, value: toValue(value) })));
  }
}

/** Converts a value. An integer with more than 64 bits becomes a string, because OTLP does not support it. */
function toValue(value: LeafValue): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'object':
      return value === null ? {} : { arrayValue: { values: value.map(toValue) } };
    default:
      return toNumber(value);
  }
}

function toNumber(value: number | bigint): object {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return { doubleValue: value };
  }
  const whole = BigInt(value);
  return isInt64(whole) ? { intValue: whole.toString() } : { stringValue: whole.toString() };
}
