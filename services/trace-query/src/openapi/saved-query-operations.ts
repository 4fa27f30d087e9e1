import { jsonObjectShape, referenceShape, shape, windowingShape } from '@spanhouse/span-schema/api';
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
import type { Operation, Operations } from './operation.js';

const details = {
  name: z.string().optional(),
  description: z.string().optional(),
  flags: jsonObjectShape.optional(),
  tags: jsonObjectShape.optional(),
  meta: jsonObjectShape.optional(),
};
const lifecycle = {
  created_at: z.string(),
  created_by_id: z.uuid(),
  updated_at: z.string().optional(),
  updated_by_id: z.uuid().optional(),
  deleted_at: z.string().optional().describe('Present = archived.'),
  deleted_by_id: z.uuid().optional(),
};
const entity = { id: z.uuid(), slug: z.string(), ...details, ...lifecycle };
const ofQuery = {
  query_id: z.uuid(),
  query_slug: z.string(),
  artifact_id: z.uuid(),
  artifact_slug: z.string(),
};
const ofVariant = {
  query_variant_id: z.uuid(),
  query_variant_slug: z.string(),
  variant_id: z.uuid(),
  variant_slug: z.string(),
};
const data = jsonObjectShape.optional();
const revisionMembers = {
  version: z.string(),
  author: z.uuid(),
  date: z.string(),
  message: z.string().optional(),
  data,
};

const query = shape('SavedQuery', z.object({ ...entity, folder_id: z.uuid().optional() }));
const variant = shape('SavedQueryVariant', z.object({ ...entity, ...ofQuery }));
const revision = shape(
  'SavedQueryRevision',
  z.object({ ...entity, ...ofQuery, ...ofVariant, ...revisionMembers }),
);
const simpleQuery = shape(
  'SimpleQuery',
  z.object({ ...entity, data, variant_id: z.uuid().optional(), revision_id: z.uuid().optional() }),
);

const one = (id: string, name: string, item: z.ZodType) => ({
  200: {
    description: 'It, or `count` 0.',
    shape: shape(id, z.object({ count: z.int(), [name]: item.optional() })),
  },
});
const many = (id: string, name: string, item: z.ZodType) => ({
  200: {
    description: 'Those that match, by id.',
    shape: shape(
      id,
      z.object({ count: z.int(), [name]: z.array(item), windowing: windowingShape.optional() }),
    ),
  },
});

const queryAnswer = one('SavedQueryAnswer', 'query', query);
const variantAnswer = one('SavedQueryVariantAnswer', 'query_variant', variant);
const revisionAnswer = one('SavedQueryRevisionAnswer', 'query_revision', revision);
const simpleAnswer = one('SimpleQueryAnswer', 'query', simpleQuery);
const revisionsAnswer = many('SavedQueryRevisionsAnswer', 'query_revisions', revision);

const common = { tag: 'Saved queries', mirrored: true } as const;
const takes = (id: string, schema: z.ZodType, required = true) => ({
  body: { shape: shape(id, schema), required },
});

/** GET, PUT, archive and unarchive of an entity. */
function ofEntity(
  path: `/${string}`,
  noun: string,
  {
    edit,
    answers,
  }: { readonly edit: Pick<Operation, 'body'>; readonly answers: Operation['answers'] },
): Operations {
  return {
    [`GET ${path}`]: { ...common, summary: `Look a ${noun} up`, answers },
    [`PUT ${path}`]: { ...common, summary: `Change what is said of a ${noun}`, ...edit, answers },
    [`POST ${path}/archive`]: { ...common, summary: `Leave a ${noun} out of lists`, answers },
    [`POST ${path}/unarchive`]: { ...common, summary: `Take a ${noun} back`, answers },
  };
}

const listedByQueryString = z.object({
  query_id: z.string().optional(),
  query_slug: z.string().optional(),
  name: z.string().optional(),
  flags: z.string().optional().describe('JSON text of an object.'),
  tags: z.string().optional().describe('JSON text of an object.'),
  include_archived: z.boolean().optional(),
  limit: z.int().min(1).optional(),
  next: z.string().optional(),
  newest: z.string().optional(),
  oldest: z.string().optional(),
  order: z.enum(['ascending', 'descending']).optional(),
});

const retrieved = shape(
  'RetrievedRevision',
  z.object({
    count: z.int(),
    query_revision: revision.optional(),
    retrieval_info: z
      .object({
        references: z.object({
          query: referenceShape,
          query_variant: referenceShape,
          query_revision: referenceShape,
        }),
      })
      .optional(),
    windowing: windowingShape.optional(),
  }),
);

export const savedQueryOperations: Operations = {
  'POST /queries/': {
    ...{ ...common, summary: 'Make a query' },
    query: z.object({ query_id: z.string().optional().describe('Its id; default: a new one.') }),
    ...takes('CreateQueryRequest', createQueryBody),
    answers: queryAnswer,
  },
  ...ofEntity('/queries/{query_id}', 'query', {
    edit: takes('EditQueryRequest', editQueryBody),
    answers: queryAnswer,
  }),
  'POST /queries/query': {
    ...{ ...common, summary: 'Find queries' },
    query: listedByQueryString,
    ...takes('ListQueriesRequest', listQueriesBody, false),
    answers: many('SavedQueriesAnswer', 'queries', query),
  },
  'POST /queries/variants/': {
    ...{ ...common, summary: 'Make a variant of a query' },
    ...takes('CreateQueryVariantRequest', createVariantBody),
    answers: variantAnswer,
  },
  'POST /queries/variants/fork': {
    ...{ ...common, summary: 'Copy the history of a variant into a new one' },
    ...takes('ForkQueryVariantRequest', forkBody),
    answers: variantAnswer,
  },
  ...ofEntity('/queries/variants/{query_variant_id}', 'variant', {
    edit: takes('EditQueryVariantRequest', editVariantBody),
    answers: variantAnswer,
  }),
  'POST /queries/variants/query': {
    ...{ ...common, summary: 'Find variants' },
    ...takes('ListQueryVariantsRequest', listVariantsBody, false),
    answers: many('SavedQueryVariantsAnswer', 'query_variants', variant),
  },
  'POST /queries/revisions/': {
    ...{ ...common, summary: 'Make the initial revision of a variant' },
    ...takes('CreateQueryRevisionRequest', createRevisionBody),
    answers: revisionAnswer,
  },
  'POST /queries/revisions/commit': {
    ...{ ...common, summary: 'Commit a revision' },
    body: { shape: createRevisionBody, required: true },
    answers: revisionAnswer,
  },
  'POST /queries/revisions/retrieve': {
    ...{ ...common, summary: 'Find the revision that references mean, with its traces on request' },
    ...takes('RetrieveQueryRevisionRequest', retrieveBody, false),
    answers: { 200: { description: 'It, or `count` 0.', shape: retrieved } },
  },
  ...ofEntity('/queries/revisions/{query_revision_id}', 'revision', {
    edit: takes('EditQueryRevisionRequest', editRevisionBody),
    answers: revisionAnswer,
  }),
  'POST /queries/revisions/query': {
    ...{ ...common, summary: 'Find revisions' },
    ...takes('ListQueryRevisionsRequest', listRevisionsBody, false),
    answers: revisionsAnswer,
  },
  'POST /queries/revisions/log': {
    ...{ ...common, summary: 'List the history of a variant, newest first' },
    ...takes('LogQueryRevisionsRequest', logBody),
    answers: revisionsAnswer,
  },
  'POST /simple/queries/': {
    ...{ ...common, summary: 'Make a query with its data at once' },
    ...takes('CreateSimpleQueryRequest', createSimpleQueryBody),
    answers: simpleAnswer,
  },
  ...ofEntity('/simple/queries/{query_id}', 'query with its data', {
    edit: takes('EditSimpleQueryRequest', editSimpleQueryBody),
    answers: simpleAnswer,
  }),
  'POST /simple/queries/query': {
    ...{ ...common, summary: 'Find queries with their data' },
    body: { shape: listQueriesBody, required: false },
    answers: many('SimpleQueriesAnswer', 'queries', simpleQuery),
  },
};
