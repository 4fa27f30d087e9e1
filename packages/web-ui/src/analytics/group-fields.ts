import type { AggregateField } from '../api/aggregate.js';

/** What the numbers can be grouped by. */
export interface GroupField {
  readonly id: string;
  readonly name: string;
  readonly field: AggregateField;
}

export const groupFields: readonly GroupField[] = [
  { id: 'model', name: 'Model', field: attribute('ag.meta.request.model') },
  { id: 'service', name: 'Service', field: { field: 'service_name' } },
  { id: 'type', name: 'Type', field: { field: 'span_type' } },
  { id: 'name', name: 'Name', field: { field: 'span_name' } },
  { id: 'user', name: 'User', field: attribute('ag.user.id') },
  { id: 'session', name: 'Session', field: attribute('ag.session.id') },
  { id: 'agent', name: 'Agent', field: attribute('ag.agent.id') },
];

/** Returns the field of an address: one of those above, or an attribute by its key after a dot. */
export function groupFieldOf(text: string | undefined): GroupField {
  const known = groupFields.find(({ id }) => id === text);
  const [first] = groupFields;
  if (known !== undefined || text === undefined || !text.startsWith('.')) {
    return known ?? (first as GroupField);
  }
  return { id: text, name: text, field: attribute(text.slice(1)) };
}

function attribute(key: string): AggregateField {
  return { field: 'attributes', key };
}
