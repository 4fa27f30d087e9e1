import type { EntityReference, RevisionReferences } from '@spanhouse/catalog';
import { type JsonObject, parseUuid } from '@spanhouse/span-schema';
import { z } from 'zod';
import { parseOr422 } from './parse-or-422.js';

/** The schema of a UUID, which it returns in its stored form. */
export const uuid = z.string().transform((text, context): string => {
  const id = parseUuid(text);
  if (id !== undefined) {
    return id;
  }
  context.addIssue({ code: 'custom', message: 'Input is not a valid UUID.', input: text });
  return z.NEVER;
});

/** The schema of a reference to a saved query, a variant or a revision. */
export const reference = z.object({
  id: uuid.nullish(),
  slug: z.string().nullish(),
  version: z.string().nullish(),
});

export type SentReference = z.output<typeof reference>;

/** The schema of the three references that name a revision; see docs/api/saved-queries.md. */
export const refsBody = z.object({
  query_ref: reference.nullish(),
  query_variant_ref: reference.nullish(),
  query_revision_ref: reference.nullish(),
});

/** Returns the references without the members that are null. */
export function parseReferences(sent: z.output<typeof refsBody>): RevisionReferences {
  return {
    query_ref: toReference(sent.query_ref),
    query_variant_ref: toReference(sent.query_variant_ref),
    query_revision_ref: toReference(sent.query_revision_ref),
  };
}

/**
 * Returns the references in a body; undefined if it has none. An empty object is a reference.
 * Throws the 422.
 */
export function findReferences(body: JsonObject): RevisionReferences | undefined {
  const refs = parseReferences(parseOr422(refsBody, body));
  return Object.values(refs).some((ref) => ref !== undefined) ? refs : undefined;
}

/** Returns a reference without the members that are null; undefined if it is null itself. */
export function toReference(sent: SentReference | null | undefined): EntityReference | undefined {
  if (sent === undefined || sent === null) {
    return undefined;
  }
  const { id, slug, version } = sent;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof slug === 'string' && { slug }),
    ...(typeof version === 'string' && { version }),
  };
}
