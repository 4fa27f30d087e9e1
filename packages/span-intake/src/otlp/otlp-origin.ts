import {
  type InstrumentationScope,
  type SpanResource,
  withoutUndefined,
} from '@spanhouse/span-schema';

/** Removes empty strings and zero counts, which mean "absent" in OTLP; returns `undefined` for an empty resource. */
export function finishResource({ attributes, ...rest }: SpanResource): SpanResource | undefined {
  const origin = finishOrigin(rest);
  return isEmpty(attributes) && isEmpty(origin) ? undefined : { attributes, ...origin };
}

/** Removes empty strings, zero counts and empty attributes; returns `undefined` for an empty scope. */
export function finishScope(scope: InstrumentationScope): InstrumentationScope | undefined {
  const { attributes = {} } = scope;
  const finished = withoutUndefined({
    name: scope.name || undefined,
    version: scope.version || undefined,
    attributes: isEmpty(attributes) ? undefined : attributes,
    ...finishOrigin(scope),
  });
  return isEmpty(finished) ? undefined : finished;
}

function finishOrigin(origin: Omit<SpanResource, 'attributes'>) {
  return withoutUndefined({
    dropped_attributes_count: origin.dropped_attributes_count || undefined,
    schema_url: origin.schema_url || undefined,
  });
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
