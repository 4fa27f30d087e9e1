import { bind, type Statement, sql } from '../connection/statement.js';
import { attributeJson } from '../filter/attribute-json.js';
import { boundOf, inRange } from '../selection/log-range.js';
import { inBackground, shardLocal } from '../selection/statement-settings.js';
import { type EdgeQuery, edgeBounds, peerKeys } from '../span-metrics.js';
import {
  database,
  isClient,
  isServer,
  isServerBelow,
  mayName,
  noParent,
  peerJson,
  virtual,
} from './side-names.js';
import {
  bucketOfNs,
  countedSpans,
  durationNs,
  type RepeatedTrace,
} from './span-metrics-statements.js';

/** The spans whose edges are summed up, and the traces that contain repeated spans. */
export interface EdgeSelection {
  readonly query: EdgeQuery;
  readonly repeated: readonly RepeatedTrace[];
}

const isFailed = "status_code = 'STATUS_CODE_ERROR'";
const receivedNs = 'toUnixTimestamp64Nano(received_at)';

/**
 * Counts the server and consumer spans that have a parent, and the range's spans that may name a peer. If both numbers
 * are 0, `selectPlainEdges` finds all edges.
 */
export function countJoinable({ query: { range, among } }: EdgeSelection): Statement {
  return sql`
    SELECT countIf(${isServerBelow}), countIf(${mayName} AND ${inRange(range)})
    FROM spans WHERE ${inRange(among)} AND (${isClient} OR ${isServer})
    SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Sums up the sides in the range that name no peer and whose other side is missing. The columns are the same as in
 * `selectEdges`.
 */
export function selectPlainEdges(selection: EdgeSelection, isAnyBelow: boolean): Statement {
  const { range, withNamespaces } = selection.query;
  const called = isAnyBelow ? calledSpans(selection) : undefined;
  const isAlone =
    called && ` AND (NOT ${isClient} OR (project_id, trace_id, span_id) NOT IN ${called})`;
  const columns =
    'project_id, trace_id, received_at, start_time, end_time, service_name, span_kind, status_code';
  const rows = countedSpans(
    { range, repeated: selection.repeated },
    {
      columns: withNamespaces ? `${columns}, packed` : columns,
      condition: `(${isClient} OR ${isServer}) AND NOT ${isServerBelow} AND NOT ${mayName}${isAlone ?? ''}`,
    },
  );
  const ofServer = (sql: string, otherwise: string) => `if(is_client, ${otherwise}, ${sql})`;
  return sql`
    SELECT toString(project_id), if(is_client, 'unpaired', 'incoming') AS type, if(is_client, service, '') AS client,
    ${ofServer('service', "''")} AS server, if(is_client, [], ['"user"']) AS peer, '', server_namespace, is_failed,
    -1, server_bucket, toString(count()), '0', '', '0', '0',
    toString(sum(toInt128(ns))), ${newestSpan('ns', 'received')}
    FROM (
      SELECT project_id, trace_id, ${isClient} AS is_client, toString(service_name) AS service,
      ${ofServer(namespaceOf(selection.query), "''")} AS server_namespace,
      ${ofServer(isFailed, '0')} AS is_failed, ${durationNs} AS ns, ${receivedNs} AS received,
      ${ofServer(`toInt16(${bucketOfNs(edgeBounds, 'ns')})`, '-1')} AS server_bucket
      FROM ${rows}
    )
    GROUP BY project_id, is_client, service, server_namespace, is_failed, server_bucket
    SETTINGS ${shardLocal}, ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/**
 * Sums up the edges of all sides that `selectPlainEdges` does not select. There is one row for each combination of
 * services, kind of edge and buckets. Names from attributes are JSON; a peer with address and port has two names.
 */
export function selectEdges(selection: EdgeSelection): Statement {
  const bucket = (ns: string) => `if(${ns} < 0, -1, ${bucketOfNs(edgeBounds, ns)})`;
  return sql`
    SELECT toString(project_id), type, client, server, peer, client_namespace, server_namespace, is_failed,
    client_bucket, server_bucket, toString(count()),
    toString(sum(toInt128(client_ns))), ${newestSpan('client_ns', 'client_received')},
    toString(sum(toInt128(server_ns))), ${newestSpan('server_ns', 'server_received')}
    FROM (
      SELECT project_id, trace_id, ${outcomeColumns}, ${bucket('client_ns')} AS client_bucket, ${bucket('server_ns')} AS server_bucket
      FROM (${outcomes(selection)})
    )
    GROUP BY project_id, type, client, server, peer, client_namespace, server_namespace, is_failed, client_bucket, server_bucket
    SETTINGS ${shardLocal}, ${inBackground}, query_plan_filter_push_down = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns SQL for the trace id, duration and arrival time of the span that arrived last. */
function newestSpan(ns: string, received: string): string {
  const span = `argMax((trace_id, ${ns}), ${received})`;
  return `lower(hex(${span}.1)), toString(${span}.2), toString(max(${received}))`;
}

/**
 * Members of an outcome. An outcome describes a call, or a side whose other side is missing. A negative duration means
 * that the duration is unknown.
 */
const outcomeMembers = [
  'type',
  'client',
  'server',
  'peer',
  'client_namespace',
  'server_namespace',
  'is_failed',
  'client_ns',
  'server_ns',
  'client_received',
  'server_received',
] as const;
type Outcome = Readonly<Record<(typeof outcomeMembers)[number], string>>;
const outcomeColumns = outcomeMembers.map((name, at) => `outcome.${at + 1} AS ${name}`).join(', ');
const nothing: Outcome = {
  type: "''",
  client: "''",
  server: "''",
  peer: "CAST([], 'Array(String)')",
  client_namespace: "''",
  server_namespace: "''",
  is_failed: '0',
  client_ns: '-1',
  server_ns: '-1',
  client_received: '0',
  server_received: '0',
};
/**
 * SQL type of an outcome. All outcomes have the same type, so that they can be elements of one array or branches of one
 * expression.
 */
const outcomeTypes =
  'Tuple(String, String, String, Array(String), String, String, UInt8, Int64, Int64, Int64, Int64)';

/** Returns SQL for an outcome as a tuple. */
function outcome(members: Partial<Outcome>): string {
  const all = { ...nothing, ...members };
  return `CAST((${outcomeMembers.map((name) => all[name]).join(', ')}), '${outcomeTypes}')`;
}

/** Members of a side of a call, as selected by `sides`. */
const sideMembers = [
  'service',
  'namespace',
  'failed',
  'ns',
  'received',
  'is_message',
  'is_counted',
  'is_later',
  'is_root',
  'virtual',
  'database',
] as const;
type Side = Readonly<Record<(typeof sideMembers)[number], string>>;

/** Returns SQL for each member of a side, given the side as a tuple. */
function sideIn(tuple: string): Side {
  const members = sideMembers.map((name, at) => [name, `${tuple}.${at + 1}`]);
  return Object.fromEntries(members) as Side;
}

const client = sideIn('client');
const server = sideIn('s');

/** Returns SQL for the outcomes: pairs, and sides whose other side is missing. */
function outcomes(statement: EdgeSelection): string {
  const { query } = statement;
  const wait = bind('Int64', query.waitNs);
  const isPair = `has_client AND empty(${client.database})`;
  const isMet = `(${isPair} AND abs(${client.received} - ${server.received}) <= ${wait})`;
  const isPairCounted = `(${client.is_counted} OR ${server.is_counted}) AND NOT ${client.is_later} AND NOT ${server.is_later}`;
  const pair = outcome({
    type: `if(${client.is_message} OR ${server.is_message}, 'message', 'call')`,
    client: client.service,
    server: server.service,
    client_namespace: client.namespace,
    server_namespace: server.namespace,
    is_failed: `${client.failed} OR ${server.failed}`,
    client_ns: client.ns,
    server_ns: server.ns,
    client_received: client.received,
    server_received: server.received,
  });
  const isAlone = `${server.is_counted} AND NOT ${isMet}`;
  const isClientAlone = `has_client AND ${client.is_counted} AND NOT arrayExists(s -> ${isMet}, servers)`;
  return [
    'SELECT project_id, trace_id, arrayJoin(arrayConcat(',
    `arrayMap(s -> ${pair}, arrayFilter(s -> ${isMet} AND ${isPairCounted}, servers)),`,
    `arrayMap(s -> ${aloneServer(server)}, arrayFilter(s -> ${isAlone}, servers)),`,
    `if(${isClientAlone}, [${aloneClient(client)}], [])`,
    ')) AS outcome',
    'FROM (SELECT project_id, trace_id, anyIf(side, is_client) AS client, countIf(is_client) > 0 AS has_client,',
    'groupArrayIf(side, NOT is_client) AS servers',
    `FROM (${sides(statement)}) GROUP BY project_id, trace_id, call)`,
  ].join(' ');
}

/** Returns SQL for the outcome of a server or consumer whose other side is missing. */
function aloneServer(side: Side): string {
  const incoming = outcome({
    type: "'incoming'",
    server: side.service,
    peer: `[if(${side.virtual} = '', '"user"', ${side.virtual})]`,
    server_namespace: side.namespace,
    is_failed: side.failed,
    server_ns: side.ns,
    server_received: side.received,
  });
  return `if(${side.is_root}, ${incoming}, ${outcome({ type: "'unpaired'", server: side.service })})`;
}

/** Returns SQL for the outcome of a client or producer that calls a database or whose other side is missing. */
function aloneClient(side: Side): string {
  const named = outcome({
    type: `if(empty(${side.database}), 'outgoing', 'database')`,
    client: side.service,
    peer: `if(empty(${side.database}), [${side.virtual}], ${side.database})`,
    client_namespace: side.namespace,
    is_failed: side.failed,
    client_ns: side.ns,
    server_ns: side.ns,
    client_received: side.received,
    server_received: side.received,
  });
  const isUnnamed = `empty(${side.database}) AND ${side.virtual} = ''`;
  return `if(${isUnnamed}, ${outcome({ type: "'unpaired'", client: side.service })}, ${named})`;
}

/** Returns a subquery for the parents of servers and consumers, used as the right side of `IN`. */
function calledSpans({ query: { among: range }, repeated }: EdgeSelection): string {
  const columns = 'project_id, trace_id, parent_id';
  const rows = countedSpans({ range, repeated }, { columns, condition: isServerBelow });
  return `(SELECT ${columns} FROM ${rows})`;
}

const sideColumns =
  'project_id, trace_id, span_id, parent_id, received_at, start_time, end_time, service_name, span_kind, status_code, log_partition, log_offset';
const namingColumns = 'present, attributes, string_keys, number_keys, bool_keys';

/**
 * Returns SQL for three kinds of spans: servers and consumers with a parent, the parents themselves, and the range's
 * spans that may name a peer. Attributes are read only for spans whose key columns show a peer attribute.
 */
function sides(statement: EdgeSelection): string {
  const { query, repeated } = statement;
  const { among, range, withNamespaces } = query;
  const columns = withNamespaces ? `${sideColumns}, packed` : sideColumns;
  const rows = (more: string, condition: string) =>
    countedSpans({ range: among, repeated }, { columns: columns + more, condition });
  const called = `(${isClient} AND (project_id, trace_id, span_id) IN ${calledSpans(statement)})`;
  const plain = `(${isServerBelow} OR (${called} AND NOT ${mayName}))`;
  const named = `(${isClient} OR ${isServer}) AND ${mayName} AND (${inRange(range)} OR ${called})`;
  const peers = peerKeys.map((key) => peerJson(key)).join(', ');
  return [
    `SELECT project_id, trace_id, ${isClient} AS is_client,`,
    `if(${isServerBelow}, parent_id, span_id) AS call, (${side(statement)}) AS side FROM (`,
    `SELECT ${columns}, '' AS virtual, CAST([], 'Array(String)') AS database FROM ${rows('', plain)}`,
    `UNION ALL SELECT ${columns}, ${virtual} AS virtual, ${database} AS database`,
    `FROM (SELECT ${columns}, [${peers}] AS peers FROM ${rows(`, ${namingColumns}`, named)}))`,
  ].join(' ');
}

/** Returns SQL for the members of a side, in order. */
function side({ query }: EdgeSelection): string {
  const { range } = query;
  const members: Side = {
    service: 'toString(service_name)',
    namespace: namespaceOf(query),
    failed: isFailed,
    ns: durationNs,
    received: receivedNs,
    is_message: "span_kind IN ('SPAN_KIND_PRODUCER', 'SPAN_KIND_CONSUMER')",
    is_counted: `(${inRange(range)})`,
    is_later: `log_offset >= ${boundOf(range.to)}`,
    is_root: `parent_id = ${noParent}`,
    virtual: 'virtual',
    database: 'database',
  };
  return sideMembers.map((name) => members[name]).join(', ');
}

function namespaceOf(query: EdgeQuery): string {
  const key = { field: 'resource.attributes', key: 'service.namespace' } as const;
  return query.withNamespaces ? attributeJson(key) : "''";
}
