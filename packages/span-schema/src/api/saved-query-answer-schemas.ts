import { z } from 'zod';
import { type Answered, counted, namedObject } from './named-schemas.js';
import { page } from './query-schemas.js';
import { jsonObjectSchema, referenceSchema, shownTimeSchema } from './value-schemas.js';

const shownDetails = {
  name: z.string().optional(),
  description: z.string().optional(),
  flags: jsonObjectSchema.optional(),
  tags: jsonObjectSchema.optional(),
  meta: jsonObjectSchema.optional(),
};
const lifecycle = {
  created_at: shownTimeSchema,
  created_by_id: z.guid(),
  updated_at: shownTimeSchema.optional(),
  updated_by_id: z.guid().optional(),
  deleted_at: shownTimeSchema.optional().describe('Present if the entity is archived.'),
  deleted_by_id: z.guid().optional(),
};
const entity = { id: z.guid(), slug: z.string(), ...shownDetails, ...lifecycle };
/**
 * The id and slug of the parent query. Each value has a specific and a general name, such as `query_id` and
 * `artifact_id`.
 */
const queryIds = {
  query_id: z.guid(),
  query_slug: z.string(),
  artifact_id: z.guid(),
  artifact_slug: z.string(),
};
const variantIds = {
  query_variant_id: z.guid(),
  query_variant_slug: z.string(),
  variant_id: z.guid(),
  variant_slug: z.string(),
};
const shownData = jsonObjectSchema.optional();

const query = namedObject('SavedQuery', { ...entity, folder_id: z.guid().optional() });
const variant = namedObject('SavedQueryVariant', { ...entity, ...queryIds });
const revision = namedObject('SavedQueryRevision', {
  ...entity,
  ...queryIds,
  ...variantIds,
  version: z.string(),
  author: z.guid(),
  date: shownTimeSchema,
  message: z.string().optional(),
  data: shownData,
});
const simpleQuery = namedObject('SimpleQuery', {
  ...entity,
  folder_id: z.guid().optional(),
  data: shownData,
  variant_id: z.guid().optional(),
  revision_id: z.guid().optional(),
});

/** The answers with one saved query, variant or revision; `count` is 0 if it does not exist. */
export const queryAnswerSchema = counted('SavedQueryAnswer', { query: query.optional() });
export const variantAnswerSchema = counted('SavedQueryVariantAnswer', {
  query_variant: variant.optional(),
});
export const revisionAnswerSchema = counted('SavedQueryRevisionAnswer', {
  query_revision: revision.optional(),
});
export const simpleQueryAnswerSchema = counted('SimpleQueryAnswer', {
  query: simpleQuery.optional(),
});

/** The answers with a page of saved queries, variants or revisions. */
export const queriesAnswerSchema = page('SavedQueriesAnswer', { queries: z.array(query) });
export const variantsAnswerSchema = page('SavedQueryVariantsAnswer', {
  query_variants: z.array(variant),
});
export const revisionsAnswerSchema = page('SavedQueryRevisionsAnswer', {
  query_revisions: z.array(revision),
});
export const simpleQueriesAnswerSchema = page('SimpleQueriesAnswer', {
  queries: z.array(simpleQuery),
});

export type RevisionsAnswer = Answered<typeof revisionsAnswerSchema>;
export type SimpleQueriesAnswer = Answered<typeof simpleQueriesAnswerSchema>;

/** The answer to `POST /queries/revisions/retrieve`. */
export const retrievedRevisionSchema = page('RetrievedRevision', {
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
});
