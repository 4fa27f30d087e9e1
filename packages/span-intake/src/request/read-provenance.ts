import {
  type InstrumentationScope,
  type JsonObject,
  type SpanResource,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { SpanFault } from '../submission/span-fault.js';
import { countIn, findShapeFault, objectIn, textIn } from './span-members.js';

/** The origin of a span, kept as it was sent so that an export can be imported again. */
export interface Provenance {
  resource: SpanResource | undefined;
  scope: InstrumentationScope | undefined;
}

const none: Provenance = { resource: undefined, scope: undefined };

/** Reads the resource and the scope of a span, or returns the first fault. */
export function readProvenance(span: JsonObject): Provenance | SpanFault {
  const resource = objectIn(span, 'resource');
  const scope = objectIn(span, 'scope');
  if (resource === undefined && scope === undefined) {
    return none;
  }
  const fault =
    (resource && findShapeFault('invalid_span', resource, resourceMembers)?.within(['resource'])) ??
    (scope && findShapeFault('invalid_span', scope, scopeMembers)?.within(['scope']));
  return (
    fault ?? { resource: resource && readResource(resource), scope: scope && readScope(scope) }
  );
}

const resourceMembers = {
  strings: ['schema_url'],
  objects: ['attributes'],
  integers: ['dropped_attributes_count'],
};

const scopeMembers = { ...resourceMembers, strings: ['name', 'version', 'schema_url'] };

function readResource(resource: JsonObject): SpanResource {
  return withoutUndefined({
    attributes: objectIn(resource, 'attributes') ?? {},
    ...readOrigin(resource),
  });
}

function readScope(scope: JsonObject): InstrumentationScope {
  return withoutUndefined({
    name: textIn(scope, 'name'),
    version: textIn(scope, 'version'),
    attributes: objectIn(scope, 'attributes'),
    ...readOrigin(scope),
  });
}

function readOrigin(object: JsonObject) {
  return {
    dropped_attributes_count: countIn(object, 'dropped_attributes_count') || undefined,
    schema_url: textIn(object, 'schema_url'),
  };
}
