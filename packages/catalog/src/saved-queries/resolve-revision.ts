import { withoutUndefined } from '@spanhouse/span-schema';
import type { EntityReference, SavedQueryRevision } from './saved-query.js';
import type { SavedQueryStore } from './saved-query-store.js';

/**
 * References that identify a revision. A reference to a query or variant identifies its latest revision (see
 * docs/api/saved-queries.md).
 */
export interface RevisionReferences {
  readonly query_ref: EntityReference | undefined;
  readonly query_variant_ref: EntityReference | undefined;
  readonly query_revision_ref: EntityReference | undefined;
}

/** The outcome of resolving references. */
type ResolvedRevision =
  | { readonly status: 'resolved'; readonly revision: SavedQueryRevision }
  /** There are no references, or the revision does not exist. */
  | { readonly status: 'nothing' }
  /** The references are ambiguous or contradict each other; `text` explains the problem to the caller. */
  | { readonly status: 'refused'; readonly text: string };

const versionAlone =
  'query_revision_ref.version is a per-variant sequence number and requires a query_variant_ref or query_ref to scope it. Provide either, or identify the revision by query_revision_ref.id or query_revision_ref.slug (both are project-unique).';
const variantVersionAlone =
  'query_variant_ref carries only `version`, but variants have no `version` field. Identify the variant by query_variant_ref.id or query_variant_ref.slug.';

type Reads = Pick<SavedQueryStore, 'find' | 'findDefaultVariant' | 'findVersion'>;

/**
 * Finds the revision that the references identify. The most specific reference decides: a revision before a variant,
 * and a variant before a query. Then checks that all other references agree with the revision.
 */
export async function resolveRevision(
  store: Reads,
  projectId: string,
  refs: RevisionReferences,
): Promise<ResolvedRevision> {
  const text = insufficiency(refs);
  if (text !== undefined) {
    return { status: 'refused', text };
  }
  const revision = await findRevision(store, projectId, refs);
  if (revision === undefined) {
    return { status: 'nothing' };
  }
  const contradictions = contradictionsOf(refs, revision);
  return contradictions.length === 0
    ? { status: 'resolved', revision }
    : { status: 'refused', text: contradictions.join('; ') };
}

/** Explains why the references cannot identify a revision. Returns undefined if they can. */
function insufficiency(refs: RevisionReferences): string | undefined {
  if (isIdentifying(refs.query_revision_ref) || isIdentifying(refs.query_variant_ref)) {
    return undefined;
  }
  if (refs.query_variant_ref?.version !== undefined) {
    return variantVersionAlone;
  }
  const isUnscoped =
    refs.query_revision_ref?.version !== undefined && !isIdentifying(refs.query_ref);
  return isUnscoped ? versionAlone : undefined;
}

async function findRevision(
  store: Reads,
  projectId: string,
  { query_ref, query_variant_ref, query_revision_ref = {} }: RevisionReferences,
): Promise<SavedQueryRevision | undefined> {
  if (isIdentifying(query_revision_ref)) {
    return await store.find('query_revision', projectId, identityOf(query_revision_ref));
  }
  const variant = isIdentifying(query_variant_ref)
    ? await store.find('query_variant', projectId, identityOf(query_variant_ref))
    : await findDefaultVariant(store, projectId, query_ref);
  return variant && (await store.findVersion(projectId, variant.id, query_revision_ref.version));
}

async function findDefaultVariant(
  store: Reads,
  projectId: string,
  query_ref: EntityReference | undefined,
) {
  const query = await store.find('query', projectId, identityOf(query_ref));
  return query && (await store.findDefaultVariant(projectId, query.id));
}

function isIdentifying(ref: EntityReference | undefined): boolean {
  return ref?.id !== undefined || ref?.slug !== undefined;
}

/** Drops the slug of a reference that also has an id. `contradictionsOf` later compares the slug with the revision. */
function identityOf({ id, slug }: EntityReference = {}): EntityReference {
  return withoutUndefined(id === undefined ? { slug } : { id });
}

/** Returns one sentence for each reference that contradicts the revision. */
function contradictionsOf(refs: RevisionReferences, found: SavedQueryRevision): string[] {
  const { query_ref = {}, query_variant_ref = {}, query_revision_ref = {} } = refs;
  const claims = [
    ['query_ref.id', query_ref.id, 'artifact_id', found.query_id],
    ['query_ref.slug', query_ref.slug, 'artifact_slug', found.query_slug],
    ['query_variant_ref.id', query_variant_ref.id, 'variant_id', found.query_variant_id],
    ['query_variant_ref.slug', query_variant_ref.slug, 'variant_slug', found.query_variant_slug],
    ['query_revision_ref.id', query_revision_ref.id, 'id', found.id],
    ['query_revision_ref.slug', query_revision_ref.slug, 'slug', found.slug],
    ['query_revision_ref.version', query_revision_ref.version, 'version', found.version],
  ] as const;
  return claims
    .filter(([, sent, , actual]) => sent !== undefined && sent !== actual)
    .map(
      ([name, sent, member, actual]) =>
        `${name}='${sent}' does not match resolved revision's ${member}='${actual}'`,
    );
}
