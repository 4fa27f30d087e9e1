import { type Json, type ShownSpan, serviceOf, valueAt } from '../api/shown-span.js';
import type { ShownValue } from '../parts/shown-value.js';
import { writeJson } from '../parts/write-json.js';

/** Returns a value with its place; undefined for an absent one. */
export function shownValue(
  name: string,
  place: ShownValue['place'],
  value: Json | undefined,
): ShownValue | undefined {
  if (value === undefined) {
    return undefined;
  }
  const text = typeof value === 'string' ? value : writeJson(value);
  return { name, value, text, ...(place !== undefined && { place }) };
}

/** Returns the value of an attribute of a span. */
function attributeValue(
  { attributes }: ShownSpan,
  name: string,
  key: string,
): ShownValue | undefined {
  return shownValue(name, { field: 'attributes', key }, valueAt(attributes, ...key.split('.')));
}

/** The values of the columns that every list of spans can have, by the id of the column. */
export const spanValues: Readonly<Record<string, (span: ShownSpan) => ShownValue | undefined>> = {
  start: ({ start_time }) => shownValue('Start', undefined, start_time),
  name: ({ span_name }) => shownValue('Name', { field: 'span_name' }, span_name),
  service: (span) => shownValue('Service', { field: 'service_name' }, serviceOf(span)),
  type: ({ span_type }) => shownValue('Type', { field: 'span_type' }, span_type),
  status: ({ status_code }) => shownValue('Status', { field: 'status_code' }, status_code),
  duration: (span) => attributeValue(span, 'Duration', 'ag.metrics.duration.cumulative'),
  tokens: (span) => attributeValue(span, 'Tokens', 'ag.metrics.tokens.cumulative.total'),
  cost: (span) => attributeValue(span, 'Cost', 'ag.metrics.costs.cumulative.total'),
};
