import { type DialectSpan, enumNumber } from '../spans/dialect-span.js';
import { OtlpWriter } from '../spans/otlp-json.js';
import { toShownSpan } from '../spans/shown-span.js';

/** Jaeger's style: hex ids, and enums as numbers. */
const otlp = new OtlpWriter<number, never>({
  id: (hex) => hex,
  time: String,
  enumOf: enumNumber,
  filled: (value) => value,
});

export type OtlpSpan = ReturnType<typeof toOtlpSpan>;
export type OtlpScope = ReturnType<typeof toOtlpScope>;

/**
 * Returns a span in OTLP/JSON. If the span is on a cycle of parents, it is shown without a parent, and an attribute
 * contains the parent's id.
 */
export function toOtlpSpan(span: DialectSpan, isCyclic: boolean) {
  return otlp.span(toShownSpan(span, isCyclic));
}

/** Returns the resource of a span. The result has no attributes if the resource is unknown. */
export function toOtlpResource({ resource }: DialectSpan) {
  return otlp.resource(resource);
}

/** Returns the instrumentation scope of a span. */
export function toOtlpScope({ scope }: DialectSpan) {
  return otlp.scope(scope);
}
