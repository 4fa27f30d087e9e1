import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { shortTraceId } from '@spanhouse/span-dialects/spans';
import { ZipkinParameters } from './parse-zipkin-parameters.js';

const LONG_ID = 32;
const MAX_TRACES = 1000;

/** Parses a trace id and returns it as 32 hex digits. Throws a 400 if the id is invalid. */
export function parseZipkinTraceId(text: string): string {
  const id = text.trim();
  if (id.length > LONG_ID) {
    throw badRequest('traceId.length > 32');
  }
  if (!/^[0-9a-f]+$/.test(id)) {
    throw badRequest(`${id} should be lower-hex encoded with no prefix`);
  }
  return id.padStart(LONG_ID, '0');
}

/** Parses a list of ids. At least two of them must be different. */
export function parseTraceIds(req: HttpRequest): readonly string[] {
  const text = new ZipkinParameters(req).text('traceIds');
  if (text === undefined) {
    throw badRequest('traceIds parameter is empty');
  }
  const ids = new Set<string>();
  for (const part of text.split(',')) {
    const id = parseZipkinTraceId(part);
    if (ids.has(id)) {
      throw badRequest(`redundant traceId: ${shortTraceId(id)}`);
    }
    ids.add(id);
  }
  if (ids.size === 1) {
    throw badRequest('Use /api/v2/trace/{traceId} endpoint to retrieve a single trace');
  }
  if (ids.size > MAX_TRACES) {
    throw badRequest(`traceIds has more than ${MAX_TRACES} ids`);
  }
  return [...ids];
}
