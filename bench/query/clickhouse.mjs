import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Agent without time-outs, because merging ten million rows takes minutes. */
const agent = new Agent({ keepAlive: true });

/** Sends a request and reads the complete answer. */
export function send(url, { method = 'POST', headers, body = '', through = agent, signal } = {}) {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const outgoing = request(
      url,
      { method, agent: through, signal, headers: { ...headers, 'content-length': bytes.length } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            bytes: () => Buffer.concat(chunks),
            text: () => Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(bytes);
  });
}

export function createStatements(config) {
  const address = `${config.CLICKHOUSE_URL}/?database=${config.CLICKHOUSE_DATABASE}`;
  const credentials = `${config.CLICKHOUSE_USER}:${config.CLICKHOUSE_PASSWORD}`;
  const login = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  async function run(query) {
    const { status, text } = await send(address, { headers: login, body: query });
    if (status !== 200) {
      throw new Error(text());
    }
    return text();
  }
  return {
    run,
    async rows(query) {
      const text = await run(`${query} FORMAT JSONEachRow`);
      return text.split('\n').filter(Boolean).map(JSON.parse);
    },
  };
}

const parts = `SELECT table, partition, count() AS parts FROM system.parts WHERE active AND database = currentDatabase() AND table IN ('spans', 'trace_index') GROUP BY table, partition HAVING parts > 1`;
const TIMEOUT_MS = 3_600_000;
const PAUSE_MS = 1000;

/** Merges each partition into one part, as ClickHouse itself does during a pause in writes. */
export async function mergeAll({ run, rows }) {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const unmerged = await rows(parts);
    if (unmerged.length === 0) {
      return;
    }
    for (const table of new Set(unmerged.map((part) => part.table))) {
      await run(`OPTIMIZE TABLE ${table} FINAL`);
    }
    await delay(PAUSE_MS); // OPTIMIZE returns immediately while other merges use the parts
  }
  throw new Error('the parts were not merged in time');
}
