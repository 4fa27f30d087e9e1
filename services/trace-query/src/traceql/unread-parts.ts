import type { SpanPart } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';

/** Returns the parts of spans that need not be read to know these fields. */
export function unreadParts(fields: readonly Field[]): readonly SpanPart[] {
  const needsAttributes = fields.some(
    (field) => field.kind === 'attribute' && (field.scope === 'span' || field.scope === undefined),
  );
  return needsAttributes ? [] : ['attributes'];
}
