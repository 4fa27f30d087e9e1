import * as api from '@spanhouse/span-schema/api';
import type { z } from 'zod';
import { answer, type Operation, type Operations, withCommon } from './operation.js';

/** Describes an answer that contains one entity. */
function one(schema: z.ZodType) {
  return answer(200, 'The item, or `count` 0 if it does not exist.', schema);
}

/** Describes an answer that contains a page of entities. */
function many(schema: z.ZodType) {
  return answer(200, 'A page of the items that match, sorted by id.', schema);
}

const queryAnswer = one(api.queryAnswerSchema);
const variantAnswer = one(api.variantAnswerSchema);
const revisionAnswer = one(api.revisionAnswerSchema);
const simpleAnswer = one(api.simpleQueryAnswerSchema);
const revisionsAnswer = many(api.revisionsAnswerSchema);

/** Describes the operations GET, PUT, archive and unarchive of an entity. */
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

/** Operations for saved queries, their variants and revisions, and simple queries; see docs/api/saved-queries.md. */
export const savedQueryOperations: Operations = withCommon(
  { tag: 'Saved queries', mirrored: true },
  {
    'POST /queries/': {
      summary: 'Create a query',
      query: api.createQueryKeysSchema,
      body: { schema: api.createQuerySchema, required: true },
      answers: queryAnswer,
    },
    ...ofEntity('/queries/{query_id}', 'query', {
      body: { schema: api.editQuerySchema, required: true },
      answers: queryAnswer,
    }),
    'POST /queries/query': {
      summary: 'Find queries',
      query: api.listQueriesKeysSchema,
      body: { schema: api.listQueriesSchema, required: false },
      answers: many(api.queriesAnswerSchema),
    },
    'POST /queries/variants/': {
      summary: 'Create a variant of a query',
      body: { schema: api.createVariantSchema, required: true },
      answers: variantAnswer,
    },
    'POST /queries/variants/fork': {
      summary: 'Copy the history of a variant into a new one',
      body: { schema: api.forkSchema, required: true },
      answers: variantAnswer,
    },
    ...ofEntity('/queries/variants/{query_variant_id}', 'variant', {
      body: { schema: api.editVariantSchema, required: true },
      answers: variantAnswer,
    }),
    'POST /queries/variants/query': {
      summary: 'Find variants',
      body: { schema: api.listVariantsSchema, required: false },
      answers: many(api.variantsAnswerSchema),
    },
    'POST /queries/revisions/': {
      summary: 'Create the initial revision of a variant',
      body: { schema: api.createRevisionSchema, required: true },
      answers: revisionAnswer,
    },
    'POST /queries/revisions/commit': {
      summary: 'Commit a revision',
      body: { schema: api.createRevisionSchema, required: true },
      answers: revisionAnswer,
    },
    'POST /queries/revisions/retrieve': {
      summary:
        'Get the revision that the references name, optionally with the traces that it finds',
      body: { schema: api.retrieveSchema, required: false },
      answers: one(api.retrievedRevisionSchema),
    },
    ...ofEntity('/queries/revisions/{query_revision_id}', 'revision', {
      body: { schema: api.editRevisionSchema, required: true },
      answers: revisionAnswer,
    }),
    'POST /queries/revisions/query': {
      summary: 'Find revisions',
      body: { schema: api.listRevisionsSchema, required: false },
      answers: revisionsAnswer,
    },
    'POST /queries/revisions/log': {
      summary: 'List the history of a variant, newest first',
      body: { schema: api.logSchema, required: true },
      answers: revisionsAnswer,
    },
    'POST /simple/queries/': {
      summary: 'Create a query together with its data',
      body: { schema: api.createSimpleQuerySchema, required: true },
      answers: simpleAnswer,
    },
    ...ofEntity('/simple/queries/{query_id}', 'query with its data', {
      body: { schema: api.editSimpleQuerySchema, required: true },
      answers: simpleAnswer,
    }),
    'POST /simple/queries/query': {
      summary: 'Find queries with their data',
      body: { schema: api.listQueriesSchema, required: false },
      answers: many(api.simpleQueriesAnswerSchema),
    },
  },
);
