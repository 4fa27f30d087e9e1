import type { AggregateAnswer, AggregateRequest } from '@spanhouse/span-schema/api';
import { call } from './call.js';

export type { AggregateAnswer };

/** Measured values for a set of spans. Only the requested measures are present. */
export type Measures = AggregateAnswer['total'];
export type AggregateRow = NonNullable<AggregateAnswer['rows']>[number];
/** The most frequent values of one field. */
export type Facet = NonNullable<AggregateAnswer['facets']>[number];
/** A field that has at most one value per span. */
export type AggregateField = Pick<Facet, 'field' | 'key'>;

/** Requests the count and the measures of the matching spans. */
export function aggregate(
  request: AggregateRequest,
  signal: AbortSignal,
): Promise<AggregateAnswer> {
  return call<AggregateAnswer>('/spans/aggregate/query', { body: request, signal });
}
