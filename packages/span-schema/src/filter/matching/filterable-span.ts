import type { JsonObject } from '../../json/json.js';

/**
 * The members of a span that filters read. Times are nanoseconds since the Unix epoch. `deleted_at` and `deleted_by_id`
 * are always absent, because deleted spans are not stored.
 */
export interface FilterableSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
  readonly trace_type: string;
  readonly span_type: string;
  readonly span_kind: string;
  readonly status_code: string;
  readonly span_name: string;
  readonly status_message: string | undefined;
  readonly session_id: string | undefined;
  readonly user_id: string | undefined;
  readonly agent_id: string | undefined;
  readonly service_name: string | undefined;
  readonly service_version: string | undefined;
  readonly scope_name: string | undefined;
  readonly scope_version: string | undefined;
  readonly trace_state: string | undefined;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly created_at: bigint;
  readonly updated_at: bigint | undefined;
  readonly deleted_at?: undefined;
  readonly created_by_id: string;
  readonly updated_by_id: string | undefined;
  readonly deleted_by_id?: undefined;
  /** The attributes in the form used in answers, including `ag.type` and `ag.metrics`. */
  readonly attributes: JsonObject;
  readonly resource: { readonly attributes?: JsonObject } | undefined;
  readonly scope: { readonly attributes?: JsonObject } | undefined;
  /** The list in its stored form; an empty list is `undefined`. The same applies to the other lists. */
  readonly references: readonly JsonObject[] | undefined;
  readonly links: readonly JsonObject[] | undefined;
  readonly hashes: readonly JsonObject[] | undefined;
  readonly events: readonly JsonObject[] | undefined;
}

export type FilterPredicate = (span: FilterableSpan) => boolean;
