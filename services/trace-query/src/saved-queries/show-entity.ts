import type {
  Details,
  DetailsChanges,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
  SimpleQuery,
} from '@spanhouse/catalog';

/**
 * Converts an entity to the format of answers. The ids and slugs of its parents also appear under general names, such
 * as `artifact_id`.
 */
export function showEntity<Level extends SavedQueryLevel>(
  entity: SavedQueryEntities[Level],
): object {
  const members: Partial<SavedQueryEntities['query_revision']> & SavedQuery = entity;
  const { query_id, query_slug, query_variant_id, query_variant_slug } = members;
  return {
    ...entity,
    ...(query_id !== undefined && { artifact_id: query_id, artifact_slug: query_slug }),
    ...(query_variant_id !== undefined && {
      variant_id: query_variant_id,
      variant_slug: query_variant_slug,
    }),
  };
}

/** Returns a query with the data of its latest revision. */
export function showSimpleQuery({ query, revision }: SimpleQuery): object {
  return { ...query, ...(revision?.data !== undefined && { data: revision.data }) };
}

/** Returns a simple query after a write, with the ids of the variant and revision that were written. */
export function showWrittenSimpleQuery(simple: SimpleQuery): object {
  const { revision } = simple;
  return {
    ...showSimpleQuery(simple),
    ...(revision && { variant_id: revision.query_variant_id, revision_id: revision.id }),
  };
}

const names = ['name', 'description', 'flags', 'tags', 'meta', 'folder_id', 'message'] as const;

type SentDetails = { readonly [Name in (typeof names)[number]]?: unknown };

/** Returns the details of a new entity; null counts as absent. */
export function toDetails(sent: SentDetails): Details {
  return select(sent, (value) => value !== undefined && value !== null);
}

/** Returns the changes to the details of an existing entity; null clears a detail. */
export function toDetailsChanges(sent: Omit<SentDetails, 'message'>): DetailsChanges {
  return select(sent, (value) => value !== undefined);
}

function select(sent: SentDetails, isSaid: (value: unknown) => boolean): object {
  return Object.fromEntries(
    names.map((name) => [name, sent[name]] as const).filter(([, value]) => isSaid(value)),
  );
}
