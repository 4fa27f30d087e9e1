import { resolveRevision, type SavedQueryRevision } from '@spanhouse/catalog';
import { badRequest, forbidden, type Route, unprocessable } from '@spanhouse/service-runtime';
import { type JsonObject, parseWindowing, type Windowing } from '@spanhouse/span-schema';
import { openedOr400, toListRequest } from '../http/query-services.js';
import type { ReadContext } from '../http/read-handler.js';
import type { TextPieces } from '../http/send-json.js';
import { listTraces } from '../query/list-traces.js';
import { parseReferences } from './parse-references.js';
import {
  NOTHING,
  readBody,
  type SavedQueryServices,
  savedQueryRoute,
  writeEntity,
} from './saved-query-services.js';
import { retrieveBody } from './schemas.js';
import { showEntity } from './show-entity.js';
import { combineQueries, readStoredQuery } from './stored-query.js';
import { type TraceParts, writeTraceParts } from './write-trace-parts.js';

/** The revision that references mean, on request with the traces it finds. */
export function postRevisionsRetrieve(services: SavedQueryServices): Route {
  const { savedQueries, settings } = services;
  return savedQueryRoute(services, {
    method: 'POST',
    path: '/queries/revisions/retrieve',
    need: 'view_queries',
    async parse(req) {
      const body = await readBody(req, retrieveBody, settings.bodyLimitBytes);
      const windowing = parseWindowing(body.windowing, ['body', 'windowing']);
      if (windowing.status === 'malformed') throw unprocessable(windowing.issues);
      const parts = {
        traceIds: body.include_trace_ids ?? false,
        traces: body.include_traces ?? false,
      };
      return { refs: parseReferences(body), parts, windowing: windowing.windowing };
    },
    async answer({ refs, parts, windowing }, context) {
      const { principal } = context;
      const resolved = await resolveRevision(savedQueries, principal.project_id, refs);
      if (resolved.status === 'refused') throw badRequest(resolved.text);
      if (resolved.status === 'nothing') return NOTHING;
      const { revision } = resolved;
      const asks = parts.traceIds || parts.traces;
      if (asks && !principal.permissions.includes('view_spans')) {
        throw forbidden('view_spans is missing');
      }
      if (!asks || revision.data === undefined) return writeRevision(revision);
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

async function writeWithTraces(
  { tracePages }: SavedQueryServices,
  { revision, data, parts, windowing }: WithTraces,
  context: ReadContext,
): Promise<TextPieces> {
  const query = combineQueries(readStoredQuery(data), { filtering: undefined, windowing });
  const { reader, signal } = context;
  const list = await listTraces(
    toListRequest(query, context),
    { reader, ...tracePages },
    { signal, extent: 'page' },
  );
  const { data: _stored, ...members } = revision;
  const before = `{"count":1,"query_revision":${writeOpen(showEntity(members))}"data":${writeOpen(data)}`;
  return writeTraceParts(openedOr400(list), parts, {
    before,
    after: `}},${writeRetrievalInfo(revision)}`,
  });
}

/** The text of an object that has members, left open for more. */
function writeOpen(object: object): string {
  const text = writeEntity(object).slice(0, -1);
  return text === '{' ? text : `${text},`;
}

function writeRevision(revision: SavedQueryRevision): TextPieces {
  return [
    `{"count":1,"query_revision":${writeEntity(showEntity(revision))},${writeRetrievalInfo(revision)}}`,
  ];
}

function writeRetrievalInfo(revision: SavedQueryRevision): string {
  const { query_id, query_slug, query_variant_id, query_variant_slug, id, slug, version } =
    revision;
  const references = {
    query: { id: query_id, slug: query_slug },
    query_variant: { id: query_variant_id, slug: query_variant_slug },
    query_revision: { id, slug, version },
  };
  return `"retrieval_info":${writeEntity({ references })}`;
}
