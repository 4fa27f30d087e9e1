import type { EntityReference, RevisionReferences } from '@spanhouse/catalog';
import { toValidationDetails, unprocessable } from '@spanhouse/service-runtime';
import type { JsonObject } from '@spanhouse/span-schema';
import type { z } from 'zod';
import { refsBody, type SentReference } from './schemas.js';

export function parseReferences(sent: z.output<typeof refsBody>): RevisionReferences {
  return {
    query_ref: toReference(sent.query_ref),
    query_variant_ref: toReference(sent.query_variant_ref),
    query_revision_ref: toReference(sent.query_revision_ref),
  };
}

/** The references in a body; undefined when there is none: an empty object is one. Throws the 422. */
export function findReferences(body: JsonObject): RevisionReferences | undefined {
  const parsed = refsBody.safeParse(body);
  if (!parsed.success) throw unprocessable(toValidationDetails(parsed.error, body));
  const refs = parseReferences(parsed.data);
  return Object.values(refs).some((ref) => ref !== undefined) ? refs : undefined;
}

export function toReference(sent: SentReference | null | undefined): EntityReference | undefined {
  if (sent === undefined || sent === null) return undefined;
  const { id, slug, version } = sent;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof slug === 'string' && { slug }),
    ...(typeof version === 'string' && { version }),
  };
}
