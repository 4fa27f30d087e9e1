import type { Details, DetailsChanges } from '@spanhouse/catalog';

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
