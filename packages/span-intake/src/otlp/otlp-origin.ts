import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';

/**
 * Removes empty texts and zero counts, which mean "absent" in OTLP; returns `undefined` for an
 * empty resource.
 */
export function finishResource(resource: SpanResource): SpanResource | undefined {
  const finished: SpanResource = { attributes: resource.attributes };
  if (resource.dropped_attributes_count) {
    finished.dropped_attributes_count = resource.dropped_attributes_count;
  }
  if (resource.schema_url) {
    finished.schema_url = resource.schema_url;
  }
  return isEmpty(finished) ? undefined : finished;
}

/** Removes empty texts and zero counts; returns `undefined` for an empty scope. */
export function finishScope(scope: InstrumentationScope): InstrumentationScope | undefined {
  const { name, version, attributes, dropped_attributes_count: droppedCount } = scope;
  const finished: InstrumentationScope = {
    ...(name ? { name } : {}),
    ...(version ? { version } : {}),
    ...(attributes !== undefined && Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(droppedCount ? { dropped_attributes_count: droppedCount } : {}),
    ...(scope.schema_url ? { schema_url: scope.schema_url } : {}),
  };
  return Object.keys(finished).length === 0 ? undefined : finished;
}

function isEmpty({ attributes, ...rest }: SpanResource): boolean {
  return Object.keys(attributes).length === 0 && Object.keys(rest).length === 0;
}
