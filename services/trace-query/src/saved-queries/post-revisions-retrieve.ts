import { badRequest, type Route } from '@spanhouse/api-kit';
import { resolveRevision, type SavedQueryRevision } from '@spanhouse/catalog';
import { flatMapStream, forbidden } from '@spanhouse/service-runtime';
import { type JsonObject, parseWindowing, type Windowing } from '@spanhouse/span-schema';
import { retrieveSchema } from '@spanhouse/span-schema/api';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { shownWindow } from '../http/list-answer.js';
import type { ReadContext } from '../http/read-handler.js';
import { type Answer, JsonMembers, nothingFound, RawJson } from '../http/send-json.js';
import { openTraces } from '../lists/list-services.js';
import type { ItemStream, ShownWindow } from '../paging/list-request.js';
import { parseBody, windowingOr422 } from '../requests/parse-or-422.js';
import { parseReferences } from '../requests/parse-references.js';
import { combineQueries, readStoredQuery } from '../requests/stored-query.js';
import { writeFlatTrace } from '../span-json/assemble-trace.js';
import { type SavedQueryServices, savedQueryRoute } from './saved-query-services.js';
import { showEntity } from './show-entity.js';

/**
 * Creates the route that returns a revision identified by references. On request, the answer contains the traces that
 * the revision's query finds.
 */
export function postRevisionsRetrieve(services: SavedQueryServices): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, 'POST /queries/revisions/retrieve', {
    need: 'view_queries',
    async parse(req, limitBytes) {
      const body = await parseBody(req, retrieveSchema, limitBytes);
      const windowing = windowingOr422(parseWindowing(body.windowing, ['body', 'windowing']));
      const parts = { traceIds: body.include_trace_ids, traces: body.include_traces };
      return { refs: parseReferences(body), parts, windowing };
    },
    async answer({ refs, parts, windowing }, context) {
      const { principal } = context;
      const resolved = await resolveRevision(savedQueries, principal.project_id, refs);
      if (resolved.status === 'refused') {
        throw badRequest(resolved.text);
      }
      if (resolved.status === 'nothing') {
        return nothingFound;
      }
      const { revision } = resolved;
      const asks = parts.traceIds || parts.traces;
      if (asks && !principal.permissions.includes('view_spans')) {
        throw forbidden('view_spans is missing');
      }
      if (!asks || revision.data === undefined) {
        const query_revision = showEntity(revision);
        return { count: 1, query_revision, retrieval_info: retrievalInfo(revision) };
      }
      const request = { parts, windowing, data: revision.data };
      return await writeWithTraces(services, { ...request, revision }, context);
    },
  });
}

interface WithTraces {
  readonly revision: SavedQueryRevision;
  readonly data: JsonObject;
  readonly parts: TraceParts;
  readonly windowing: Windowing;
}

/**
 * Returns the answer with a revision and the traces that its query finds. The traces are written while they are read,
 * so the ids and the window come last.
 */
async function writeWithTraces(
  services: SavedQueryServices,
  { revision, data, parts, windowing }: WithTraces,
  context: ReadContext,
): Promise<Answer> {
  const query = combineQueries(readStoredQuery(data), { filtering: undefined, windowing });
  const opened = await openTraces(services, { query }, context);
  const { data: _stored, ...members } = revision;
  const end: TracesEnd = { traceIds: [], window: undefined };
  const traces = eachTrace(opened, end);
  return new JsonMembers({
    count: 1,
    query_revision: new JsonMembers({
      ...showEntity(members),
      data: new JsonMembers({
        ...data,
        traces: parts.traces ? new RawJson(writeTraces(traces, end)) : undefined,
        trace_ids: async () => {
          // Reads the traces that have not been written yet: all of them if the answer contains only ids, otherwise
          // none.
          for await (const { trace_id } of traces) {
            end.traceIds.push(trace_id);
          }
          return parts.traceIds ? end.traceIds : undefined;
        },
      }),
    }),
    retrieval_info: retrievalInfo(revision),
    windowing: () => shownWindow(end.window),
  });
}

function retrievalInfo(revision: SavedQueryRevision): object {
  const { query_id, query_slug, query_variant_id, query_variant_slug, id, slug, version } =
    revision;
  return {
    references: {
      query: { id: query_id, slug: query_slug },
      query_variant: { id: query_variant_id, slug: query_variant_slug },
      query_revision: { id, slug, version },
    },
  };
}

/** Parts of the traces to include in the answer. */
interface TraceParts {
  readonly traceIds: boolean;
  readonly traces: boolean;
}

/** Values that are known only after all traces of a revision have been read. */
interface TracesEnd {
  readonly traceIds: string[];
  window: ShownWindow | undefined;
}

/** Yields the traces of a page one by one. Sets the page's window in `end`. */
async function* eachTrace(
  source: ItemStream<WholeTrace>,
  end: TracesEnd,
): AsyncGenerator<WholeTrace> {
  end.window = yield* flatMapStream(source, (traces) => traces);
}

/** Yields a list of traces as JSON. Adds the trace ids to `end`. */
async function* writeTraces(
  traces: AsyncIterable<WholeTrace>,
  { traceIds }: TracesEnd,
): AsyncGenerator<string> {
  yield '[';
  for await (const trace of traces) {
    yield* writeTrace(trace, traceIds.length === 0 ? '' : ',');
    traceIds.push(trace.trace_id);
  }
  yield ']';
}

/** Yields a trace as JSON, with its spans keyed by id: `{"trace_id":…,"spans":{"<span_id>":…}}`. */
async function* writeTrace(trace: WholeTrace, comma: string): AsyncGenerator<string> {
  yield `${comma}{"trace_id":"${trace.trace_id}","spans":{`;
  let position = 0;
  for await (const spans of writeFlatTrace(trace)) {
    for (const span of spans) {
      const separator = position === 0 ? '' : ',';
      yield `${separator}"${trace.nodes[position]?.span_id}":${span}`;
      position++;
    }
  }
  yield '}}';
}
