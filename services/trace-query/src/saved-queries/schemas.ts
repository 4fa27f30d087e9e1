import { isJsonObject, isSlug, type JsonObject } from '@spanhouse/span-schema';
import { z } from 'zod';
import { reference, refsBody, uuid } from '../requests/parse-references.js';

/** The catalog has an index on slugs, whose entries are limited. */
const MAX_SLUG = 255;
/** The largest number of references or slugs of one request. */
const MAX_LISTED = 1000;

/**
 * Accepts a JSON object unchanged. The object schemas of zod would copy it, without a member
 * `__proto__`.
 */
const jsonObject: z.ZodType<JsonObject> = z.any().check((context) => {
  if (!isJsonObject(context.value)) {
    context.issues.push({ code: 'invalid_type', expected: 'record', input: context.value });
  }
});

const slug = z.string().max(MAX_SLUG).refine(isSlug, 'Input is not a valid slug.');

const references = z.array(reference).max(MAX_LISTED).nullish();

const texts = { name: z.string().nullish(), description: z.string().nullish() };
const labels = {
  flags: jsonObject.nullish(),
  tags: jsonObject.nullish(),
  meta: jsonObject.nullish(),
};
const details = { ...texts, ...labels };
/** Checked member by member; see `parseRevisionData`. */
const data = z.any().optional();

const newQuery = { slug: slug.nullish(), ...details, folder_id: uuid.nullish() };
const newVariant = { slug: slug.nullish(), query_id: uuid.nullish(), ...details };
const newRevision = {
  slug: slug.nullish(),
  query_id: uuid.nullish(),
  query_variant_id: uuid.nullish(),
  ...details,
  message: z.string().nullish(),
  data,
};
/** The members of an edit; `id` MUST repeat the id in the path. */
const edited = { id: uuid.nullish(), ...details };

/*
 * The bodies of the routes, which the API document shows as well. A member that is null counts as
 * absent; in an edit it clears a detail instead.
 */
export const createQueryBody = z.object({ query: z.object(newQuery) });
export const createVariantBody = z.object({ query_variant: z.object(newVariant) });
export const createRevisionBody = z.object({ query_revision: z.object(newRevision) });
export const createSimpleQueryBody = z.object({ query: z.object({ ...newQuery, data }) });
export const forkBody = z.object({
  query_variant: z.object(newVariant),
  query_variant_ref: reference.nullish(),
  query_revision_ref: reference.nullish(),
});

export const editQueryBody = z.object({
  query: z.object({ ...edited, folder_id: uuid.nullish() }),
});
export const editVariantBody = z.object({ query_variant: z.object(edited) });
export const editRevisionBody = z.object({ query_revision: z.object(edited) });
export const editSimpleQueryBody = z.object({ query: z.object({ ...edited, data }) });

export const retrieveBody = refsBody.extend({
  include_trace_ids: z.boolean().nullish(),
  include_traces: z.boolean().nullish(),
  windowing: z.any().optional(),
});
export const logBody = z.object({
  query_revisions: z.object({
    query_id: uuid.nullish(),
    query_variant_id: uuid.nullish(),
    query_revision_id: uuid.nullish(),
    depth: z.int().min(1).nullish(),
  }),
});

/** The conditions of a list; an entity matches if it has all the details and one of the slugs. */
const wanted = z
  .object({
    ...details,
    slug: z.string().nullish(),
    slugs: z.array(z.string()).max(MAX_LISTED).nullish(),
  })
  .nullish();
const listed = { include_archived: z.boolean().nullish(), windowing: z.any().optional() };

export const listQueriesBody = z.object({ query: wanted, query_refs: references, ...listed });
export const listVariantsBody = z.object({
  query_variant: wanted,
  query_refs: references,
  query_variant_refs: references,
  ...listed,
});
export const listRevisionsBody = z.object({
  query_revision: wanted,
  query_refs: references,
  query_variant_refs: references,
  query_revision_refs: references,
  ...listed,
});

/** The parsed conditions of a list. */
export type Wanted = z.output<typeof wanted>;
