import { createHash } from 'node:crypto';
import type { Route } from '@spanhouse/api-kit';
import type { OutlineNode } from '@spanhouse/trace-store/reader';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { invalidTraceId, parseTraceIdOr400 } from '../requests/parse-ids.js';
import { outlineLines } from '../span-json/outline-lines.js';

/** Answers all spans of a trace without their payloads, in columns; see docs/api/spans-and-traces.md. */
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

/** Returns a hash of the versions of all spans, which changes with every write and delete. */
function versionOf(nodes: readonly OutlineNode[]): string {
  const hash = createHash('sha256');
  for (const { span_id, received_at } of nodes) {
    hash.update(`${span_id}${received_at}`);
  }
  return hash.digest('base64url');
}

async function* oneByOne(lines: Iterable<string>): AsyncGenerator<readonly string[]> {
  for (const line of lines) {
    yield await [line];
  }
}
