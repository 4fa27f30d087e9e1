import { badRequest, HttpProblem, type HttpRequest, type Route } from '@spanhouse/api-kit';
import {
  type Created,
  type EntityReference,
  randomSlug,
  resolveRevision,
} from '@spanhouse/catalog';
import {
  createQuerySchema,
  createRevisionSchema,
  createSimpleQuerySchema,
  createVariantSchema,
  forkSchema,
} from '@spanhouse/span-schema/api';
import { nothingFound } from '../http/send-json.js';
import { toReference } from '../requests/parse-references.js';
import { locatedQueryText } from '../requests/query-text.js';
import {
  answerOne,
  readWrite,
  revisionDataOr422,
  type SavedQueryServices,
  savedQueryRoute,
  taken,
  uuidOr422,
} from './saved-query-services.js';
import { showEntity, showWrittenSimpleQuery, toDetails } from './show-entity.js';

/** Creates a query. The caller may choose its id. */
export function postQueries(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'POST /queries/', {
    need: 'edit_queries',
    async parse(req, limitBytes) {
      const given = locatedQueryText(req, 'query_id');
      const id = given && uuidOr422(given.value, given.loc);
      const { query } = await readWrite(req, createQuerySchema, limitBytes);
      return { id, query };
    },
    async answer({ id, query }, { principal }) {
      const { slug } = query;
      if (typeof slug !== 'string') {
        return nothingFound;
      }
      const made = { id, slug, details: toDetails(query) };
      const outcome = await services.savedQueries.createQuery(principal, made);
      if (outcome.status === 'taken' && outcome.member === 'id') {
        throw taken('id', id ?? '');
      }
      return answerOne('query', entityOr409(outcome, slug));
    },
  });
}

/** Creates a query, its only variant, and a revision that contains the data. */
export function postSimpleQueries(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'POST /simple/queries/', {
    need: 'edit_queries',
    async parse(req, limitBytes) {
      const { query } = await readWrite(req, createSimpleQuerySchema, limitBytes);
      return { query, data: revisionDataOr422(query.data, 'query') };
    },
    async answer({ query, data }, { principal }) {
      const { slug } = query;
      if (typeof slug !== 'string') {
        return nothingFound;
      }
      const made = { slug, details: toDetails(query), data };
      const outcome = await services.savedQueries.createSimple(principal, made);
      if (outcome.status === 'taken') {
        throw taken('slug', slug);
      }
      const simple = outcome.status === 'created' ? outcome.entity : undefined;
      return answerOne('query', simple && showWrittenSimpleQuery(simple));
    },
  });
}

/** Creates a variant of a query. */
export function postVariants(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'POST /queries/variants/', {
    need: 'edit_queries',
    parse: (req, limitBytes) => readWrite(req, createVariantSchema, limitBytes),
    async answer({ query_variant: sent }, { principal }) {
      const { slug, query_id } = sent;
      if (typeof slug !== 'string' || typeof query_id !== 'string') {
        return nothingFound;
      }
      const made = { slug, query_id, details: { name: slug, ...toDetails(sent) } };
      const outcome = await services.savedQueries.createVariant(principal, made);
      return answerOne('query_variant', entityOr409(outcome, slug));
    },
  });
}

const unresolvedFork =
  'query_variant_ref and query_revision_ref do not identify a variant and a revision of it.';

/** Copies the history of a variant into a new variant. */
export function postVariantsFork(services: SavedQueryServices): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, 'POST /queries/variants/fork', {
    need: 'edit_queries',
    parse: (req, limitBytes) => readWrite(req, forkSchema, limitBytes),
    async answer({ query_variant: sent, ...refs }, { principal }) {
      const { slug } = sent;
      const source = await findForkSource(services, principal.project_id, {
        variant: toReference(refs.query_variant_ref),
        revision: toReference(refs.query_revision_ref),
      });
      if (source === undefined) {
        throw badRequest(unresolvedFork);
      }
      if (typeof slug !== 'string') {
        return nothingFound;
      }
      const details = { name: slug, ...toDetails(sent) };
      const outcome = await savedQueries.forkVariant(principal, { ...source, slug, details });
      return answerOne('query_variant', entityOr409(outcome, slug));
    },
  });
}

/** Creates version 0 of a variant, which has no data. */
export function postRevisions(services: SavedQueryServices): Route {
  return savedQueryRoute(services, 'POST /queries/revisions/', {
    need: 'edit_queries',
    parse: (req, limitBytes) => readRevision(req, limitBytes),
    async answer({ sent }, { principal }) {
      const { query_variant_id } = sent;
      if (typeof query_variant_id !== 'string') {
        return nothingFound;
      }
      const slug = sent.slug ?? randomSlug();
      const details = { ...toDetails(sent), message: 'Initial revision' };
      const revision = { query_variant_id, slug, details, data: undefined, isInitial: true };
      const outcome = await services.savedQueries.commit(principal, revision);
      return answerOne('query_revision', entityOr409(outcome, slug));
    },
  });
}

/** Commits the next revision of a variant. If the request names only a query, the query's default variant is used. */
export function postRevisionsCommit(services: SavedQueryServices): Route {
  const { savedQueries } = services;
  return savedQueryRoute(services, 'POST /queries/revisions/commit', {
    need: 'edit_queries',
    parse: (req, limitBytes) => readRevision(req, limitBytes),
    async answer({ sent, data }, { principal }) {
      const query_variant_id =
        sent.query_variant_id ??
        (typeof sent.query_id === 'string'
          ? (await savedQueries.findDefaultVariant(principal.project_id, sent.query_id))?.id
          : undefined);
      if (query_variant_id === undefined) {
        return nothingFound;
      }
      const slug = sent.slug ?? randomSlug();
      const revision = { query_variant_id, slug, details: toDetails(sent), data };
      const outcome = await savedQueries.commit(principal, revision);
      return answerOne('query_revision', entityOr409(outcome, slug));
    },
  });
}

async function readRevision(req: HttpRequest, limitBytes: number) {
  const { query_revision: sent } = await readWrite(req, createRevisionSchema, limitBytes);
  return { sent, data: revisionDataOr422(sent.data, 'query_revision') };
}

/**
 * Returns a new entity in the format of answers; undefined if its parent does not exist. Throws a 409 if the slug is
 * already in use.
 */
function entityOr409<Entity extends Parameters<typeof showEntity>[0]>(
  outcome: Created<Entity>,
  slug: string,
): object | undefined {
  if (outcome.status === 'taken') {
    throw taken('slug', slug);
  }
  if (outcome.status === 'exists') {
    throw new HttpProblem(409, {
      detail: 'An initial revision already exists for this variant.',
    });
  }
  return outcome.status === 'created' ? showEntity(outcome.entity) : undefined;
}

/**
 * Finds the history to copy and its last version. Returns undefined if the references identify no history or contradict
 * each other.
 */
async function findForkSource(
  { savedQueries }: Pick<SavedQueryServices, 'savedQueries'>,
  projectId: string,
  { variant, revision }: Record<'variant' | 'revision', EntityReference | undefined>,
): Promise<{ source_variant_id: string; up_to_version: string | undefined } | undefined> {
  const refs = { query_variant_ref: variant, query_revision_ref: revision, query_ref: undefined };
  const resolved = await resolveRevision(savedQueries, projectId, refs);
  if (resolved.status === 'resolved') {
    const { query_variant_id, version } = resolved.revision;
    return { source_variant_id: query_variant_id, up_to_version: version };
  }
  const isHead = revision === undefined || Object.keys(revision).length === 0;
  if (resolved.status === 'refused' || !isHead || variant === undefined) {
    return undefined;
  }
  // A variant without revisions has an empty history.
  const { version: _ignored, ...identity } = variant;
  const source = await savedQueries.find('query_variant', projectId, identity);
  return source && { source_variant_id: source.id, up_to_version: undefined };
}
