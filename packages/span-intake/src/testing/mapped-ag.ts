import {
  type CanonicalSpan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@spanhouse/span-schema';
import { finishSpans } from '../canonical/finish-spans.js';
import { readOtlpJson } from '../otlp/json/decode-json.js';
import { toKeyValues } from './any-otlp-request.js';
import { anOtlpSpan, otlpRequestOf } from './otlp-request.js';

/** Returns the canonical form of an OTLP span with these attributes. */
export function canonicalOtlpSpan(attributes: JsonObject): CanonicalSpan {
  const result = readOtlpJson(
    otlpRequestOf(anOtlpSpan({ attributes: toKeyValues(attributes) })),
    1_777_629_700_000_000_000n,
  );
  const [span] = result.status === 'read' ? finishSpans(result.drafts).spans : [];
  if (span === undefined) {
    throw new Error('No span came out');
  }
  return span;
}

/** Returns the value at a dotted path below `ag`, as API clients see it. */
export function agAt({ attributes, metrics, span_type }: CanonicalSpan, path: string): unknown {
  let value: unknown = {
    ...(attributes['ag'] as JsonObject),
    metrics,
    type: { span: span_type },
  };
  for (const key of path.split('.')) {
    value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}

/** A mapping under test. If the row has no expected value, the sent value must be mapped unchanged. */
export type MappedRow = [source: string, sent: JsonValue, target: string | [string, JsonValue]];

/** Tests mappings that do not occur in the recorded requests of `golden.test.ts`. */
export function itMaps(rows: readonly MappedRow[]): void {
  it.each(rows)('maps %s (%j) to %j', (source, sent, target) => {
    const [path, mapped] = typeof target === 'string' ? [target, sent] : target;

    expect(agAt(canonicalOtlpSpan({ [source]: sent }), path)).toEqual(mapped);
  });
}
