import { z } from 'zod';
import { isSlug } from '../span/slug.js';
import { parseTimestamp } from '../time/timestamp.js';
import { named, namedObject, orDefault, readByHand } from './named-schemas.js';
import {
  filteringSchema,
  flatQueryKeysSchema,
  formattingSchema,
  referenceMembers,
  windowingSchema,
} from './query-schemas.js';
import {
  integerFrom,
  jsonObjectSchema,
  jsonSchema,
  referenceSchema,
  uuidSchema,
} from './value-schemas.js';

/** Maximum number of references or slugs in a request. */
const MAX_LISTED = 1000;

/** A slug. Its length is limited, because the catalog indexes slugs and PostgreSQL limits the size of index entries. */
const slug = z.string().max(255).refine(isSlug, 'Input is not a valid slug.');

const references = z.array(referenceSchema).max(MAX_LISTED).nullish();

const details = {
  name: z.string().nullish(),
  description: z.string().nullish(),
  flags: jsonObjectSchema.nullish(),
  tags: jsonObjectSchema.nullish(),
  meta: jsonObjectSchema.nullish(),
};

/** The data of a revision, which is a query. `revisionDataOr422` parses it. */
const revisionDataSchema = named(
  'QueryRevisionData',
  z.strictObject({
    formatting: formattingSchema.nullish(),
    filtering: filteringSchema.nullish(),
    windowing: windowingSchema.nullish(),
    trace_ids: jsonSchema.optional().describe('Is not stored.'),
    traces: jsonSchema.optional().describe('Is not stored.'),
  }),
  'A filter with its window.',
);
const data = readByHand(revisionDataSchema).nullish();

const newQuery = { slug: slug.nullish(), ...details, folder_id: uuidSchema.nullish() };
const newVariant = { slug: slug.nullish(), query_id: uuidSchema.nullish(), ...details };
const newRevision = {
  slug: slug.nullish(),
  query_id: uuidSchema.nullish(),
  query_variant_id: uuidSchema.nullish(),
  ...details,
  message: z.string().nullish(),
  data,
};
/** The members of an edit. `id` MUST equal the id in the path. */
const edited = { id: uuidSchema.nullish(), ...details };

/*
 * The bodies of the routes; see docs/api/saved-queries.md. A null member means the same as an absent member, except in
 * an edit, where null clears the detail.
 */
export const createQuerySchema = namedObject('CreateQueryRequest', { query: z.object(newQuery) });
export const createVariantSchema = namedObject('CreateQueryVariantRequest', {
  query_variant: z.object(newVariant),
});
export const createRevisionSchema = namedObject('CreateQueryRevisionRequest', {
  query_revision: z.object(newRevision),
});
export const createSimpleQuerySchema = namedObject('CreateSimpleQueryRequest', {
  query: z.object({ ...newQuery, data }),
});
export const forkSchema = namedObject('ForkQueryVariantRequest', {
  query_variant: z.object(newVariant),
  query_variant_ref: referenceSchema.nullish(),
  query_revision_ref: referenceSchema.nullish(),
});

export const editQuerySchema = namedObject('EditQueryRequest', {
  query: z.object({ ...edited, folder_id: uuidSchema.nullish() }),
});
export const editVariantSchema = namedObject('EditQueryVariantRequest', {
  query_variant: z.object(edited),
});
export const editRevisionSchema = namedObject('EditQueryRevisionRequest', {
  query_revision: z.object(edited),
});
export const editSimpleQuerySchema = namedObject('EditSimpleQueryRequest', {
  query: z.object({ ...edited, data }),
});

export const retrieveSchema = namedObject('RetrieveQueryRevisionRequest', {
  ...referenceMembers,
  include_trace_ids: orDefault(z.boolean(), false),
  include_traces: orDefault(z.boolean(), false),
  windowing: readByHand(windowingSchema).nullish(),
});
export const logSchema = namedObject('LogQueryRevisionsRequest', {
  query_revisions: z.object({
    query_id: uuidSchema.nullish(),
    query_variant_id: uuidSchema.nullish(),
    query_revision_id: uuidSchema.nullish(),
    depth: z.int().min(1).nullish(),
  }),
});

/** The conditions of a list request. An entity matches if it has all the given details and one of the slugs. */
const wanted = z
  .object({
    ...details,
    slug: z.string().nullish(),
    slugs: z.array(z.string()).max(MAX_LISTED).nullish(),
  })
  .nullish();
const listed = {
  include_archived: z.boolean().nullish(),
  windowing: readByHand(windowingSchema).nullish(),
};

export const listQueriesSchema = namedObject('ListQueriesRequest', {
  query: wanted,
  query_refs: references,
  ...listed,
});
export const listVariantsSchema = namedObject('ListQueryVariantsRequest', {
  query_variant: wanted,
  query_refs: references,
  query_variant_refs: references,
  ...listed,
});
export const listRevisionsSchema = namedObject('ListQueryRevisionsRequest', {
  query_revision: wanted,
  query_refs: references,
  query_variant_refs: references,
  query_revision_refs: references,
  ...listed,
});

/** The parsed conditions of a list request. */
export type WantedEntities = z.output<typeof wanted>;

/** The query string of `POST /queries/`. */
export const createQueryKeysSchema = z.object({
  query_id: z.string().optional().describe('The id of the query. Default: a new id.'),
});

const time = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined)
  .optional();
/** The query string of `POST /queries/query`. */
export const listQueriesKeysSchema = z.object({
  query_id: uuidSchema.optional(),
  query_slug: z.string().optional(),
  name: z.string().optional(),
  flags: z.string().optional().describe('A JSON object, as text.'),
  tags: z.string().optional().describe('A JSON object, as text.'),
  include_archived: z.boolean().optional(),
  limit: integerFrom(1).optional(),
  next: flatQueryKeysSchema.shape.next,
  newest: time,
  oldest: time,
  order: flatQueryKeysSchema.shape.order,
});
