import type { Filtering } from '../filter-bar/filtering.js';
import type { Actor } from './load-actors.js';

/** Returns the filter that matches the spans of one session or user. */
export function filterOfActor(actor: Actor, id: string): Filtering {
  const key = `ag.${actor}.id`;
  return {
    operator: 'and',
    conditions: [{ field: 'attributes', key, operator: 'is', value: id }],
  };
}
