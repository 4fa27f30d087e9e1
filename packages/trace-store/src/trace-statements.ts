import type { createClient } from '@clickhouse/client';
import type { SelfTracer } from '@spanhouse/service-runtime';

type ClickHouseClient = ReturnType<typeof createClient>;

/** Makes a step of every statement of this client, until its answer begins. */
export function traceStatements(client: ClickHouseClient, tracer: SelfTracer): void {
  const { exec, query, command } = client;
  client.exec = (params) => traced(tracer, params, () => exec.call(client, params));
  client.command = (params) => traced(tracer, params, () => command.call(client, params));
  const untraced = query as (...params: unknown[]) => Promise<{ readonly query_id: string }>;
  client.query = ((params: TracedStatement) =>
    traced(tracer, params, () => untraced.call(client, params))) as ClickHouseClient['query'];
}

interface TracedStatement {
  readonly query: string;
}

function traced<Result extends { readonly query_id: string }>(
  tracer: SelfTracer,
  { query }: TracedStatement,
  run: () => Promise<Result>,
): Promise<Result> {
  return traceStatement(tracer, query, async (tellQueryId) => {
    const result = await run();
    tellQueryId(result.query_id);
    return result;
  });
}

/** Makes a step of one statement. */
export function traceStatement<Result>(
  tracer: SelfTracer,
  query: string,
  run: (tellQueryId: (queryId: string) => void) => Promise<Result>,
): Promise<Result> {
  const { operation, table } = summarize(query);
  const facts = {
    'db.system.name': 'clickhouse',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
  };
  const name = table === undefined ? operation : `${operation} ${table}`;
  return tracer.step({ name, kind: 'client', facts }, (span) =>
    run((queryId) => span.tell({ 'clickhouse.query_id': queryId })),
  );
}

const SUMMARIZED_CHARS = 2048;
const OPERATIONS = new Set(['SELECT', 'INSERT', 'ALTER', 'DELETE', 'UPDATE', 'KILL', 'EXISTS']);

/** Of the text only what is ours: the first word, and the first table. `WITH` begins a SELECT. */
export function summarize(query: string): { operation: string; table: string | undefined } {
  const text = query.slice(0, SUMMARIZED_CHARS);
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
  const isSelect = word === '' || word === 'WITH'; // a long one travels in the body
  const operation = isSelect ? 'SELECT' : word;
  const [, table] = /\b(?:FROM|INTO|TABLE|UPDATE)\s+([a-z_][\w.]*)/i.exec(text) ?? [];
  return { operation: OPERATIONS.has(operation) ? operation : 'OTHER', table };
}
