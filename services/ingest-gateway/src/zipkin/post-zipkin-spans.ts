import {
  badRequest,
  HttpProblem,
  type HttpRequest,
  type ReadBodyOptions,
  type Route,
  readBody,
  tooComplex,
} from '@spanhouse/api-kit';
import {
  type AllSpansRefused,
  decodeZipkinProtobuf,
  readZipkinSpans,
} from '@spanhouse/span-intake';
import type { JsonValue } from '@spanhouse/span-schema';
import { jsonIngestRoute, type WriteAnswer } from '../http/json-ingest-route.js';
import type { RouteDependencies } from '../http/route-dependencies.js';

/** Creates POST /v2/spans, which accepts a list of Zipkin v2 spans in JSON or protobuf; see docs/api/zipkin.md. */
export function postZipkinSpans(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      path: '/v2/spans',
      readOtherForm: (req, options) =>
        isProtobuf(req) ? readProtobuf(req, options, dependencies) : undefined,
      read: ({ body, context }) => ({
        outcome: readZipkinSpans(body, context.receivedAt, context.prices),
        write: writeDropped,
      }),
      refuse: refuseAll,
    },
    dependencies,
  );
}

function isProtobuf({ headers }: HttpRequest): boolean {
  return /^application\/x-protobuf\s*(;|$)/i.test(headers['content-type']?.trim() ?? '');
}

/**
 * Converts Zipkin protobuf to Zipkin JSON, so that both formats are validated in the same way. An empty body is an
 * empty list.
 */
async function readProtobuf(
  req: HttpRequest,
  options: ReadBodyOptions,
  { limits, metrics }: RouteDependencies,
): Promise<JsonValue> {
  const body = await readBody(req, options);
  metrics.bodyRead('zipkin_protobuf', body.length);
  const decoded = decodeZipkinProtobuf(body, limits.bodyValues);
  switch (decoded.status) {
    case 'read':
      return decoded.spans;
    case 'too_complex':
      metrics.tooComplex(decoded.limit);
      throw tooComplex(decoded.reason);
    case 'undecodable':
      throw badRequest(`The body is not a list of spans in Zipkin's protobuf: ${decoded.reason}.`);
  }
}

/**
 * Writes the list of dropped spans. Without dropped spans the body is empty, because reporters read only the status.
 */
function writeDropped(...[, dropped]: Parameters<WriteAnswer>): string {
  return dropped.length === 0 ? '' : JSON.stringify({ dropped });
}

/** Returns a 400 instead of the 422 that the JSON routes return; see docs/api/zipkin.md. */
function refuseAll({ dropped }: AllSpansRefused): HttpProblem {
  const first = dropped[0]?.message ?? '';
  const detail = `None of the ${dropped.length} spans could be accepted; of the first one: ${first}`;
  return new HttpProblem(400, { detail, dropped });
}
