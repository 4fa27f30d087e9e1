import type { EntityReference, RevisionReferences } from '@spanhouse/catalog';
import type { JsonObject } from '@spanhouse/span-schema';
import { referenceMembers, type referenceSchema } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import { parseOr422 } from './parse-or-422.js';

export type SentReference = z.output<typeof referenceSchema>;

/** Three references. Each one can name a revision; see docs/api/saved-queries.md. */
const revisionReferences = z.object(referenceMembers);

/** Removes null members from references. */
export function parseReferences(sent: z.output<typeof revisionReferences>): RevisionReferences {
  return {
    query_ref: toReference(sent.query_ref),
    query_variant_ref: toReference(sent.query_variant_ref),
    query_revision_ref: toReference(sent.query_revision_ref),
  };
}

/**
 * Returns the references in a body; undefined if it has no reference. An empty object is a reference. Throws a 422 if a
 * reference is invalid.
 */
export function findReferences(body: JsonObject): RevisionReferences | undefined {
  const refs = parseReferences(parseOr422(revisionReferences, body));
  return Object.values(refs).some((ref) => ref !== undefined) ? refs : undefined;
}

/** Removes null members from a reference. Returns undefined if the reference itself is null. */
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
