import type { SpanPart } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';

/** Returns the parts of spans that these fields do not need. */
export function unreadParts(fields: readonly Field[]): readonly SpanPart[] {
  const needsAttributes = fields.some(
    (field) => field.kind === 'attribute' && (field.scope === 'span' || field.scope === undefined),
  );
  return needsAttributes ? [] : ['attributes'];
}
