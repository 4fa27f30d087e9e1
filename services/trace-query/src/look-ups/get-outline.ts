import { createHash } from 'node:crypto';
import type { Route } from '@spanhouse/api-kit';
import type { OutlineNode } from '@spanhouse/trace-store/reader';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { invalidTraceId, parseTraceIdOr400 } from '../requests/parse-ids.js';
import { outlineLines } from '../span-json/outline-lines.js';

/**
 * Creates the route that returns all spans of a trace in columns, without payloads; see docs/api/spans-and-traces.md.
 */
export function getOutline(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/:trace_id/outline', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], invalidTraceId),
    async stream(trace_id, { principal, signal, reader, isCurrent }) {
      const { project_id } = principal;
      const nodes = await reader.readOutline({ project_id, trace_id }, signal);
      return isCurrent(versionOf(nodes)) ? undefined : oneByOne(outlineLines(trace_id, nodes));
    },
  });
}

/**
 * Number of spans to hash per call. Calling the hash function once per span would take longer than the hashing itself.
 */
const HASHED_SPANS = 1000;

/** Returns a hash over the versions of all spans. Every write and delete changes the hash. */
function versionOf(nodes: readonly OutlineNode[]): string {
  const hash = createHash('sha256');
  for (let at = 0; at < nodes.length; at += HASHED_SPANS) {
    const versions = nodes
      .slice(at, at + HASHED_SPANS)
      .map(({ span_id, received_at }) => `${span_id}${received_at}`);
    hash.update(versions.join(''));
  }
  return hash.digest('base64url');
}

async function* oneByOne(lines: Iterable<string>): AsyncGenerator<readonly string[]> {
  for (const line of lines) {
    yield await [line];
  }
}
