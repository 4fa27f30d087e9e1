import {
  jsonObjectSchema,
  named,
  referenceSchema,
  windowingSchema,
} from '@spanhouse/span-schema/api';
import { z } from 'zod';
import {
  createQueryBody,
  createRevisionBody,
  createSimpleQueryBody,
  createVariantBody,
  editQueryBody,
  editRevisionBody,
  editSimpleQueryBody,
  editVariantBody,
  forkBody,
  listQueriesBody,
  listRevisionsBody,
  listVariantsBody,
  logBody,
  retrieveBody,
} from '../saved-queries/schemas.js';
import { answer, type Operation, type Operations, withCommon } from './operation.js';

const details = {
  name: z.string().optional(),
  description: z.string().optional(),
  flags: jsonObjectSchema.optional(),
  tags: jsonObjectSchema.optional(),
  meta: jsonObjectSchema.optional(),
};
const lifecycle = {
  created_at: z.string(),
  created_by_id: z.guid(),
  updated_at: z.string().optional(),
  updated_by_id: z.guid().optional(),
  deleted_at: z.string().optional().describe('Present if the entity is archived.'),
  deleted_by_id: z.guid().optional(),
};
const entity = { id: z.guid(), slug: z.string(), ...details, ...lifecycle };
/** The ids and slugs of the entities above, each under its own and under its general name. */
const ofQuery = {
  query_id: z.guid(),
  query_slug: z.string(),
  artifact_id: z.guid(),
  artifact_slug: z.string(),
};
const ofVariant = {
  query_variant_id: z.guid(),
  query_variant_slug: z.string(),
  variant_id: z.guid(),
  variant_slug: z.string(),
};
const data = jsonObjectSchema.optional();
const revisionMembers = {
  version: z.string(),
  author: z.guid(),
  date: z.string(),
  message: z.string().optional(),
  data,
};

const query = named('SavedQuery', z.object({ ...entity, folder_id: z.guid().optional() }));
const variant = named('SavedQueryVariant', z.object({ ...entity, ...ofQuery }));
const revision = named(
  'SavedQueryRevision',
  z.object({ ...entity, ...ofQuery, ...ofVariant, ...revisionMembers }),
);
const simpleQuery = named(
  'SimpleQuery',
  z.object({
    ...entity,
    folder_id: z.guid().optional(),
    data,
    variant_id: z.guid().optional(),
    revision_id: z.guid().optional(),
  }),
);

const oneOrNone = 'The item, or `count` 0 if it does not exist.';

/** Describes the answer with one entity, under `name`. `id` names the schema in the document. */
function one(id: string, name: string, item: z.ZodType) {
  return answer(200, oneOrNone, named(id, z.object({ count: z.int(), [name]: item.optional() })));
}

/** Describes the answer with a page of entities, under `name`. */
function many(id: string, name: string, item: z.ZodType) {
  return answer(
    200,
    'A page of the items that match, sorted by id.',
    named(
      id,
      z.object({ count: z.int(), [name]: z.array(item), windowing: windowingSchema.optional() }),
    ),
  );
}

const queryAnswer = one('SavedQueryAnswer', 'query', query);
const variantAnswer = one('SavedQueryVariantAnswer', 'query_variant', variant);
const revisionAnswer = one('SavedQueryRevisionAnswer', 'query_revision', revision);
const simpleAnswer = one('SimpleQueryAnswer', 'query', simpleQuery);
const revisionsAnswer = many('SavedQueryRevisionsAnswer', 'query_revisions', revision);

/** Describes a body. `id` names its schema, which other operations may then refer to. */
function takes(id: string, schema: z.ZodType, required = true) {
  return { body: { schema: named(id, schema), required } };
}

/** Describes GET, PUT, archive and unarchive of an entity. */
function ofEntity(
  path: `/${string}`,
  noun: string,
  { body, answers }: Pick<Operation, 'body' | 'answers'>,
): Record<keyof Operations, Omit<Operation, 'tag'>> {
  return {
    [`GET ${path}`]: { summary: `Get a ${noun}`, answers },
    [`PUT ${path}`]: { summary: `Change the details of a ${noun}`, ...(body && { body }), answers },
    [`POST ${path}/archive`]: { summary: `Archive a ${noun}, which omits it from lists`, answers },
    [`POST ${path}/unarchive`]: { summary: `Restore an archived ${noun}`, answers },
  };
}

const listedByQueryString = z.object({
  query_id: z.string().optional(),
  query_slug: z.string().optional(),
  name: z.string().optional(),
  flags: z.string().optional().describe('A JSON object, as text.'),
  tags: z.string().optional().describe('A JSON object, as text.'),
  include_archived: z.boolean().optional(),
  limit: z.int().min(1).optional(),
  next: z.string().optional(),
  newest: z.string().optional(),
  oldest: z.string().optional(),
  order: z.enum(['ascending', 'descending']).optional(),
});

const retrieved = named(
  'RetrievedRevision',
  z.object({
    count: z.int(),
    query_revision: revision.optional(),
    retrieval_info: z
      .object({
        references: z.object({
          query: referenceSchema,
          query_variant: referenceSchema,
          query_revision: referenceSchema,
        }),
      })
      .optional(),
    windowing: windowingSchema.optional(),
  }),
);

/**
 * Saved queries, their variants and revisions, and simple queries. The request schemas are those that
 * the routes check; see docs/api/saved-queries.md.
 */
export const savedQueryOperations: Operations = withCommon(
  { tag: 'Saved queries', mirrored: true },
  {
    'POST /queries/': {
      summary: 'Create a query',
      query: z.object({
        query_id: z.string().optional().describe('The id of the query. Default: a new id.'),
      }),
      ...takes('CreateQueryRequest', createQueryBody),
      answers: queryAnswer,
    },
    ...ofEntity('/queries/{query_id}', 'query', {
      ...takes('EditQueryRequest', editQueryBody),
      answers: queryAnswer,
    }),
    'POST /queries/query': {
      summary: 'Find queries',
      query: listedByQueryString,
      ...takes('ListQueriesRequest', listQueriesBody, false),
      answers: many('SavedQueriesAnswer', 'queries', query),
    },
    'POST /queries/variants/': {
      summary: 'Create a variant of a query',
      ...takes('CreateQueryVariantRequest', createVariantBody),
      answers: variantAnswer,
    },
    'POST /queries/variants/fork': {
      summary: 'Copy the history of a variant into a new one',
      ...takes('ForkQueryVariantRequest', forkBody),
      answers: variantAnswer,
    },
    ...ofEntity('/queries/variants/{query_variant_id}', 'variant', {
      ...takes('EditQueryVariantRequest', editVariantBody),
      answers: variantAnswer,
    }),
    'POST /queries/variants/query': {
      summary: 'Find variants',
      ...takes('ListQueryVariantsRequest', listVariantsBody, false),
      answers: many('SavedQueryVariantsAnswer', 'query_variants', variant),
    },
    'POST /queries/revisions/': {
      summary: 'Create the initial revision of a variant',
      ...takes('CreateQueryRevisionRequest', createRevisionBody),
      answers: revisionAnswer,
    },
    'POST /queries/revisions/commit': {
      summary: 'Commit a revision',
      body: { schema: createRevisionBody, required: true },
      answers: revisionAnswer,
    },
    'POST /queries/revisions/retrieve': {
      summary:
        'Get the revision that the references name, optionally with the traces that it finds',
      ...takes('RetrieveQueryRevisionRequest', retrieveBody, false),
      answers: answer(200, oneOrNone, retrieved),
    },
    ...ofEntity('/queries/revisions/{query_revision_id}', 'revision', {
      ...takes('EditQueryRevisionRequest', editRevisionBody),
      answers: revisionAnswer,
    }),
    'POST /queries/revisions/query': {
      summary: 'Find revisions',
      ...takes('ListQueryRevisionsRequest', listRevisionsBody, false),
      answers: revisionsAnswer,
    },
    'POST /queries/revisions/log': {
      summary: 'List the history of a variant, newest first',
      ...takes('LogQueryRevisionsRequest', logBody),
      answers: revisionsAnswer,
    },
    'POST /simple/queries/': {
      summary: 'Create a query together with its data',
      ...takes('CreateSimpleQueryRequest', createSimpleQueryBody),
      answers: simpleAnswer,
    },
    ...ofEntity('/simple/queries/{query_id}', 'query with its data', {
      ...takes('EditSimpleQueryRequest', editSimpleQueryBody),
      answers: simpleAnswer,
    }),
    'POST /simple/queries/query': {
      summary: 'Find queries with their data',
      body: { schema: listQueriesBody, required: false },
      answers: many('SimpleQueriesAnswer', 'queries', simpleQuery),
    },
  },
);
