import { type HttpRequest, notFound } from '@spanhouse/api-kit';
import { kindOfName } from '@spanhouse/span-dialects/jaeger';
import { JaegerParameters, malformed } from '../parse-jaeger-parameters.js';

const kinds = 'internal, server, client, producer, consumer or unspecified';

/** Parses the service and the span kind of a request. */
export function parseNameQuery(req: HttpRequest) {
  const parameters = new JaegerParameters(req);
  const service = parameters.required('service');
  const kind = parameters.text('spanKind', 'span_kind');
  return { service, spanKind: kind && shownKind(parseKind(kind)) };
}

/** Validates the lower-case name of a span kind. */
export function parseKind(name: string): string {
  return kindOfName(name) === undefined ? malformed('spanKind', kinds) : name;
}

/** Returns the span kind to show. It is an empty string for spans without a kind. */
function shownKind(name: string): string {
  return name === 'unspecified' ? '' : name;
}

/**
 * Parses the service in the path `<service>/operations`. The service name may contain slashes. Throws a 404 for other
 * paths.
 */
export function parseServiceInPath(req: HttpRequest): string {
  const service = /^(.+)\/operations$/s.exec(req.params['*'] ?? '')?.[1];
  if (service === undefined) {
    throw notFound();
  }
  return service;
}
