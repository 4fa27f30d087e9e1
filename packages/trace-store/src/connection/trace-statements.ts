import type { createClient } from '@clickhouse/client';
import type { SelfTracer } from '@spanhouse/service-runtime';

type ClickHouseClient = ReturnType<typeof createClient>;

/** Records a trace step for every statement that a client sends. The step ends when the answer begins to arrive. */
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
  return traceStatement(tracer, query, async (reportQueryId) => {
    const result = await run();
    reportQueryId(result.query_id);
    return result;
  });
}

/** Records a trace step for one statement. */
export function traceStatement<Result>(
  tracer: SelfTracer,
  query: string,
  run: (reportQueryId: (queryId: string) => void) => Promise<Result>,
): Promise<Result> {
  const { operation, table } = summarize(query);
  const facts = {
    'db.system.name': 'clickhouse',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
  };
  const name = table === undefined ? operation : `${operation} ${table}`;
  return tracer.step({ name, kind: 'client', facts }, (span) =>
    run((queryId) => span.addAttributes({ 'clickhouse.query_id': queryId })),
  );
}

const SUMMARIZED_CHARS = 2048;
const operations = new Set(['SELECT', 'INSERT', 'ALTER', 'DELETE', 'UPDATE', 'KILL', 'EXISTS']);

/**
 * Returns the operation and the first table of a statement. The result contains no values. A statement that begins with
 * `WITH` is a SELECT.
 */
export function summarize(query: string): { operation: string; table: string | undefined } {
  const text = query.slice(0, SUMMARIZED_CHARS);
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
  const isSelect = word === '' || word === 'WITH'; // a long statement is sent in the body, so `query` is empty
  const operation = isSelect ? 'SELECT' : word;
  const [, table] = /\b(?:FROM|INTO|TABLE|UPDATE)\s+([a-z_][\w.]*)/i.exec(text) ?? [];
  return { operation: operations.has(operation) ? operation : 'OTHER', table };
}
