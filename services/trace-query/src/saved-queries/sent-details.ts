import type { Details, DetailsChanges } from '@spanhouse/catalog';
import type { JsonObject } from '@spanhouse/span-schema';

interface SentDetails {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly flags?: JsonObject | null | undefined;
  readonly tags?: JsonObject | null | undefined;
  readonly meta?: JsonObject | null | undefined;
  readonly folder_id?: string | null | undefined;
  readonly message?: string | null | undefined;
}

const NAMES = ['name', 'description', 'flags', 'tags', 'meta', 'folder_id', 'message'] as const;

/** What is said of a new entity; null says nothing. */
export function toDetails(sent: SentDetails): Details {
  return select(sent, (value) => value !== undefined && value !== null);
}

/** What is said of one that is there; null clears. */
export function toDetailsChanges(sent: Omit<SentDetails, 'message'>): DetailsChanges {
  return select(sent, (value) => value !== undefined);
}

function select(sent: SentDetails, isSaid: (value: unknown) => boolean): object {
  return Object.fromEntries(
    NAMES.map((name) => [name, sent[name]] as const).filter(([, value]) => isSaid(value)),
  );
}
