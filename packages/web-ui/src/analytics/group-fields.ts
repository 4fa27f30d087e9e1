import type { AggregateField } from '../api/aggregate.js';
import { parseAttributeName, writeAttributeName } from '../explorer/columns/attribute-names.js';

/** What is counted: every span, or each trace once by its first root. */
export type Focus = 'span' | 'trace';

/** What the numbers can be grouped by. */
export interface GroupField {
  readonly id: string;
  readonly name: string;
  readonly field: AggregateField;
  /** What is counted unless a person asks otherwise: users and sessions are named by the roots of traces. */
  readonly focus: Focus;
}

/** The value of `g` that groups nothing. */
export const noGroup = 'none';

export const groupFields: readonly GroupField[] = [
  known('model', 'Model', attribute('ag.meta.request.model')),
  known('service', 'Service', { field: 'service_name' }),
  known('type', 'Type', { field: 'span_type' }),
  known('name', 'Name', { field: 'span_name' }),
  { ...known('user', 'User', attribute('ag.user.id')), focus: 'trace' },
  { ...known('session', 'Session', attribute('ag.session.id')), focus: 'trace' },
  known('agent', 'Agent', attribute('ag.agent.id')),
];

/**
 * Returns the field of an address: one of those above, or an attribute as the filter bar names it, such as
 * `.customer.tier` or `resource.host.name`; undefined for other texts.
 */
export function groupFieldOf(text: string): GroupField | undefined {
  const found = groupFields.find(({ id }) => id === text);
  const place = found === undefined ? parseAttributeName(text) : undefined;
  return place === undefined ? found : known(text, writeAttributeName(place) ?? text, place);
}

function known(id: string, name: string, field: AggregateField): GroupField {
  return { id, name, field, focus: 'span' };
}

function attribute(key: string): AggregateField {
  return { field: 'attributes', key };
}
