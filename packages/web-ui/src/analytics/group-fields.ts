import type { AggregateField } from '../api/aggregate.js';
import { parseAttributeName, writeAttributeName } from '../explorer/columns/attribute-names.js';

/** The counted unit. A trace is represented by its first root span. */
export type Focus = 'span' | 'trace';

/** A field by which numbers can be grouped. */
export interface GroupField {
  readonly id: string;
  readonly name: string;
  readonly field: AggregateField;
  /**
   * The default counted unit. For users and sessions, the default is the trace, because their ids are attributes of
   * root spans.
   */
  readonly focus: Focus;
}

/** Value of the URL parameter `g` that turns grouping off. */
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
 * Returns the field for a URL value. The value is the id of a known field, or an attribute as written in the filter
 * bar, such as `.customer.tier` or `resource.host.name`. Returns undefined for other values.
 */
export function groupFieldOf(text: string): GroupField | undefined {
  const found = groupFields.find(({ id }) => id === text);
  const fieldRef = found === undefined ? parseAttributeName(text) : undefined;
  return fieldRef === undefined
    ? found
    : known(text, writeAttributeName(fieldRef) ?? text, fieldRef);
}

function known(id: string, name: string, field: AggregateField): GroupField {
  return { id, name, field, focus: 'span' };
}

function attribute(key: string): AggregateField {
  return { field: 'attributes', key };
}
