import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { AppError } from '@spanhouse/service-runtime';
import { authorizationOf, type ClickHouseAccess } from './access.js';

export interface SentStatement {
  readonly sql: string;
  /** URL parameters, which are ClickHouse settings such as `default_format` and `session_id`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * Runs one statement as the owner, without a time limit. Resolves with the complete response. Rejects with
 * STATEMENT_REFUSED and ClickHouse's message, or with EMBEDDED_CLICKHOUSE_NOT_RUNNING if no server listens at the
 * address. When this process ends, ClickHouse cancels the statement.
 */
export async function sendStatement(
  access: ClickHouseAccess,
  { sql, parameters = {} }: SentStatement,
): Promise<IncomingMessage> {
  const settings = { wait_end_of_query: '1', cancel_http_readonly_queries_on_client_close: '1' };
  const url = `${access.url}/?${new URLSearchParams({ ...settings, ...parameters })}`;
  const outgoing = request(url, {
    method: 'POST',
    // A persistent connection would delay the server's shutdown.
    headers: { connection: 'close', authorization: authorizationOf(access) },
  });
  outgoing.end(sql);
  const [answer] = await once(outgoing, 'response').catch((cause: Error) => {
    throw isRefused(cause)
      ? new AppError('EMBEDDED_CLICKHOUSE_NOT_RUNNING', 'the embedded ClickHouse does not run', {
          cause,
        })
      : cause;
  });
  if (answer.statusCode !== 200) {
    throw new AppError('STATEMENT_REFUSED', (await text(answer)).trim());
  }
  return answer;
}

function isRefused(cause: NodeJS.ErrnoException): boolean {
  return cause.code === 'ECONNREFUSED';
}
