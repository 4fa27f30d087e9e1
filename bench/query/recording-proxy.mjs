// A proxy between a service and ClickHouse that records the statements, so that they can be sent again directly.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { send } from './clickhouse.mjs';

/** Headers that belong to the connection, not to the statement. */
const droppedHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

export async function startRecordingProxy(target) {
  let recorded = [];
  const server = createServer((incoming, outgoing) => {
    void forward(incoming, outgoing).catch((error) => outgoing.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function forward(incoming, outgoing) {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort()); // ClickHouse then cancels the statement
    const chunks = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !droppedHeaders.has(name)),
    );
    const statement = {
      method: incoming.method,
      path: incoming.url,
      headers,
      body: Buffer.concat(chunks),
    };
    const answer = await send(`${target}${statement.path}`, { ...statement, signal: gone.signal });
    recorded.push({ ...statement, summary: summaryOf(answer.headers) });
    const { 'transfer-encoding': _chunked, connection: _connection, ...own } = answer.headers;
    outgoing.writeHead(answer.status, own);
    outgoing.end(answer.bytes());
  }

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Returns the statements that passed since the previous call. */
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function withoutQueryId(path) {
  const url = new URL(path, 'http://any');
  url.searchParams.delete('query_id');
  return `${url.pathname}${url.search}`;
}

function summaryOf(headers) {
  const summary = JSON.parse(headers['x-clickhouse-summary'] ?? '{}');
  return { rows: Number(summary.read_rows ?? 0), bytes: Number(summary.read_bytes ?? 0) };
}

/** Sends the statements of one read one after the other, directly to ClickHouse. */
export async function replay(target, statements, agent) {
  for (const { method, path, headers, body } of statements) {
    const url = `${target}${withoutQueryId(path)}`;
    const { status, text } = await send(url, { method, headers, body, through: agent });
    if (status !== 200) {
      throw new Error(text());
    }
  }
}
