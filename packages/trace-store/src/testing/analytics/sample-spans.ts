import { stringifyJson } from '@spanhouse/span-schema';
import { createFilterPredicate } from '@spanhouse/span-schema/testing';
import type { SampledSpan, SpanSample } from '../../trace-analytics.js';
import { compareSpans, selectRows } from '../select-rows.js';
import { toFilterableSpan } from '../to-filterable-span.js';
import type { MeasuredRow } from './trace-entries.js';

/** Returns the newest selected spans, up to the limit of the sample. */
export function sampleOf(
  rows: readonly MeasuredRow[],
  { selection, limit, split }: SpanSample,
): { readonly spans: readonly SampledSpan[]; readonly isCut: boolean } {
  const matches = createFilterPredicate(split);
  const found = selectRows(rows, selection).toSorted((left, right) =>
    compareSpans(right.span, left.span),
  );
  const spans = found.slice(0, limit).map(({ span }) => {
    const { service_name, attributes, ...filterable } = toFilterableSpan(span);
    const { status_code, span_type, span_kind, span_name } = span;
    return {
      is_selected: matches({ ...filterable, service_name, attributes }),
      status_code,
      span_type,
      span_kind,
      span_name,
      service_name: service_name || undefined,
      attributes: stringifyJson(attributes),
    };
  });
  return { spans, isCut: found.length > limit };
}
