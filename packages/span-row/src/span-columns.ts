import type {
  CanonicalSpan,
  InstrumentationScope,
  JsonValue,
  SpanResource,
} from '@spanhouse/span-schema';
import { eventsColumn, jsonListColumn, jsonObjectColumn } from './json-columns.js';
import { modelOf, PROMOTED_NUMBERS } from './promoted-numbers.js';
import type { RowContext } from './row-context.js';
import type { RowWriter } from './row-writer.js';

/** The types a row may have, as RowBinary lays them out. No Nullable, no Enum: see the ADR on rows. */
export type ColumnType =
  | 'UUID'
  | 'FixedString(16)'
  | 'FixedString(8)'
  | 'Bool'
  | 'UInt16'
  | 'UInt32'
  | 'Float64'
  | "DateTime64(9, 'UTC')"
  | 'String'
  | 'LowCardinality(String)'
  | 'Map(LowCardinality(String), String)'
  | 'Map(LowCardinality(String), Float64)'
  | 'Map(LowCardinality(String), Bool)';

/** What the encoder of a row knows of a span beside the span itself. */
export interface RowOrigin {
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

export interface RowSpan {
  span: CanonicalSpan;
  present: number;
}

type PromotedName = (typeof PROMOTED_NUMBERS)[number]['name'];

const ZERO_UUID = '00000000-0000-0000-0000-000000000000';
const TIME = "DateTime64(9, 'UTC')";

const columnsOf =
  <Source>() =>
  <Name extends string, Type extends ColumnType>(
    name: Name,
    type: Type,
    write: (row: RowWriter, source: Source) => void,
  ) => ({ name, type, write });

const contextColumn = columnsOf<RowContext>();
const spanColumn = columnsOf<RowSpan>();
const originColumn = columnsOf<RowOrigin>();

/** The same bytes for every span of a request. */
export const CONTEXT_COLUMNS = [
  contextColumn('project_id', 'UUID', (row, context) => row.uuid(context.project_id)),
  contextColumn('received_at', TIME, (row, context) => row.int64(context.received_at)),
  contextColumn('created_at', TIME, (row, context) =>
    row.int64(context.edit?.created_at ?? context.received_at),
  ),
  contextColumn('created_by_id', 'UUID', (row, context) => row.uuid(context.created_by_id)),
  contextColumn('updated_at', TIME, (row, context) =>
    row.int64(context.edit === undefined ? 0n : context.received_at),
  ),
  contextColumn('updated_by_id', 'UUID', (row, context) =>
    row.uuid(context.edit?.updated_by_id ?? ZERO_UUID),
  ),
  contextColumn('retention_days', 'UInt16', (row, context) => row.uint16(context.retention_days)),
] as const;

export const SPAN_COLUMNS = [
  spanColumn('trace_id', 'FixedString(16)', (row, { span }) => row.fixedHex(span.trace_id)),
  spanColumn('span_id', 'FixedString(8)', (row, { span }) => row.fixedHex(span.span_id)),
  spanColumn('parent_id', 'FixedString(8)', (row, { span }) =>
    span.parent_id === undefined ? row.zeros(8) : row.fixedHex(span.parent_id),
  ),
  spanColumn('start_time', TIME, (row, { span }) => row.int64(span.start_time)),
  spanColumn('end_time', TIME, (row, { span }) => row.int64(span.end_time)),
  spanColumn('present', 'UInt32', (row, source) => row.uint32(source.present)),
  spanColumn('flags', 'UInt32', (row, { span }) => row.uint32(span.flags ?? 0)),
  spanColumn('dropped_attributes_count', 'UInt32', (row, { span }) =>
    row.uint32(span.dropped_attributes_count),
  ),
  spanColumn('dropped_events_count', 'UInt32', (row, { span }) =>
    row.uint32(span.dropped_events_count),
  ),
  spanColumn('dropped_links_count', 'UInt32', (row, { span }) =>
    row.uint32(span.dropped_links_count),
  ),
  spanColumn('has_type_span', 'Bool', (row, { span }) => row.bool(span.has_type_span)),
  spanColumn('trace_type', 'LowCardinality(String)', (row, { span }) =>
    row.string(span.trace_type),
  ),
  spanColumn('span_type', 'LowCardinality(String)', (row, { span }) => row.string(span.span_type)),
  spanColumn('span_kind', 'LowCardinality(String)', (row, { span }) => row.string(span.span_kind)),
  spanColumn('status_code', 'LowCardinality(String)', (row, { span }) =>
    row.string(span.status_code),
  ),
  spanColumn('model', 'LowCardinality(String)', (row, { span }) =>
    row.string(modelOf(span.attributes)),
  ),
  spanColumn('span_name', 'String', (row, { span }) => row.string(span.span_name)),
  spanColumn('status_message', 'String', (row, { span }) => row.string(span.status_message ?? '')),
  spanColumn('session_id', 'String', (row, { span }) => row.string(span.session_id ?? '')),
  spanColumn('user_id', 'String', (row, { span }) => row.string(span.user_id ?? '')),
  spanColumn('agent_id', 'String', (row, { span }) => row.string(span.agent_id ?? '')),
  spanColumn('trace_state', 'String', (row, { span }) => row.string(span.trace_state ?? '')),
  spanColumn('metrics', 'String', (row, { span }) => jsonObjectColumn(row, span.metrics)),
  spanColumn('submitted_cumulative', 'String', (row, { span }) =>
    jsonObjectColumn(row, span.submitted_cumulative),
  ),
  spanColumn('references', 'String', (row, { span }) => jsonListColumn(row, span.references)),
  spanColumn('links', 'String', (row, { span }) => jsonListColumn(row, span.links)),
  spanColumn('hashes', 'String', (row, { span }) => jsonListColumn(row, span.hashes)),
  spanColumn('events', 'String', (row, { span }) => eventsColumn(row, span.events)),
  spanColumn('pricing', 'String', (row, { span }) => jsonObjectColumn(row, span.pricing)),
] as const;

/** The same bytes for every span of one resource and scope. */
export const ORIGIN_COLUMNS = [
  originColumn('service_name', 'LowCardinality(String)', (row, { resource }) =>
    row.string(serviceNameOf(resource) ?? ''),
  ),
  originColumn('scope_name', 'LowCardinality(String)', (row, { scope }) =>
    row.string(scope?.name ?? ''),
  ),
  originColumn('scope_version', 'LowCardinality(String)', (row, { scope }) =>
    row.string(scope?.version ?? ''),
  ),
  originColumn('resource', 'String', (row, { resource }) => jsonObjectColumn(row, resource)),
  originColumn('scope', 'String', (row, { scope }) => jsonObjectColumn(row, scope)),
] as const;

export const NUMBER_COLUMNS: readonly {
  readonly name: PromotedName;
  readonly type: 'Float64';
}[] = PROMOTED_NUMBERS.map(({ name }) => ({
  name,
  type: 'Float64',
}));

/** Written by one walk over the attributes. */
export const ATTRIBUTE_COLUMNS = [
  { name: 'attributes', type: 'String' },
  { name: 'string_attributes', type: 'Map(LowCardinality(String), String)' },
  { name: 'number_attributes', type: 'Map(LowCardinality(String), Float64)' },
  { name: 'bool_attributes', type: 'Map(LowCardinality(String), Bool)' },
] as const;

export function serviceNameOf(resource: SpanResource | undefined): string | undefined {
  const name: JsonValue | undefined = resource?.attributes['service.name'];
  return typeof name === 'string' ? name : undefined;
}
