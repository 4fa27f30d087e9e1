import { type EntityReference, resolveRevision } from '@spanhouse/catalog';
import type { SavedQueryServices } from './saved-query-services.js';

/**
 * Finds the history to copy, and its last version. Returns undefined if the references name none,
 * or contradict each other.
 */
export async function findForkSource(
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
