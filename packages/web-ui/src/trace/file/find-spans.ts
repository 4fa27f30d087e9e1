import type { JsonValue } from '@spanhouse/span-schema';
import { checkFiltering, parseFiltering } from '@spanhouse/span-schema/filter-check';
import { compileFilter, type FilterableSpan } from '@spanhouse/span-schema/filter-evaluation';
import { type ShownSpan, serviceOf, textAt } from '../../api/shown-span.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { readTime } from '../../parts/values/format-time.js';

/**
 * Returns the spans in a file that match a filter, by the same rules as the service. Throws an Error that explains why
 * a filter is invalid.
 */
export function findSpans(
  spans: readonly ShownSpan[],
  query: { readonly filtering?: Partial<Filtering> },
): readonly ShownSpan[] {
  const parsed = parseFiltering({ ...query.filtering } as unknown as JsonValue, []);
  if (parsed.status === 'malformed') {
    throw new Error('The filter of a file cannot be read.');
  }
  const checked = checkFiltering(parsed.filtering);
  if (checked.status === 'invalid') {
    throw new Error(checked.text);
  }
  const matches = compileFilter(checked.expression);
  return spans.filter((span) => matches(toFilterable(span)));
}

const unset = {
  trace_type: '',
  span_type: '',
  span_kind: '',
  status_code: '',
  created_at: 0n,
  created_by_id: '',
  attributes: {},
} as const;

function toFilterable(span: ShownSpan): FilterableSpan {
  const { resource, scope, start_time: start, end_time: end } = span;
  const shown: object = {
    ...unset,
    ...span,
    service_name: serviceOf(span),
    service_version: textAt(resource?.attributes, 'service.version'),
    scope_name: scope?.name,
    scope_version: scope?.version,
    start_time: readTime(start),
    end_time: readTime(end),
    references: unlessEmpty(span.references),
    links: unlessEmpty(span.links),
    hashes: unlessEmpty(span.hashes),
    events: unlessEmpty(span.events),
  };
  return shown as FilterableSpan;
}

function unlessEmpty<Entry>(list: readonly Entry[] | undefined): readonly Entry[] | undefined {
  return list?.length === 0 ? undefined : list;
}
