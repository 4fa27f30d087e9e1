import { rmSync } from 'node:fs';
import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import {
  ask,
  type ClickHouseCluster,
  type ClusterServer,
  startClickHouseCluster,
} from '@spanhouse/embedded-clickhouse/testing';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

const clusterName = 'spans';
const SPANS_OF_A_REQUEST = 200;
const REQUESTS_OF_A_PHASE = 15;
const PAGE = 1000;

/** The accepted spans and their receipts. */
interface Accepted {
  readonly spanIds: string[];
  readonly receipts: string[];
}

function hex(digits: number) {
  return crypto.randomUUID().replaceAll('-', '').slice(0, digits);
}

/** Returns a few spans for each of many traces, so that a single request has rows for both shards. */
function spansOfARequest(): Json[] {
  const at = Date.now();
  const traceIds = Array.from({ length: SPANS_OF_A_REQUEST / 4 }, () => hex(32));
  return Array.from({ length: SPANS_OF_A_REQUEST }, (_, index) => ({
    trace_id: traceIds[index >> 2],
    span_id: hex(16),
    span_name: `step ${index % 4}`,
    start_time: new Date(at + index).toISOString(),
    end_time: new Date(at + index + 5).toISOString(),
  }));
}

// The test starts its own servers. The variable only indicates that this machine can run a cluster.
describeWithBackend('Spanhouse on a ClickHouse cluster', 'CLICKHOUSE_CLUSTER_URLS', () => {
  let cluster: ClickHouseCluster;
  let spanhouse: RunningSpanhouse;
  const clusterDir = newDataDir();
  const accepted: Accepted = { spanIds: [], receipts: [] };

  beforeAll(async () => {
    cluster = await startClickHouseCluster({ dataDir: clusterDir, name: clusterName });
    spanhouse = await startSpanhouse(newDataDir(), {
      ...clickhouseSettings(shard(0)),
      CLICKHOUSE_CLUSTER: clusterName,
      CLICKHOUSE_SERVER_URLS: cluster.servers.map(({ url }) => url).join(','),
      CLICKHOUSE_REPLICATED: 'false',
      TOKEN_SECRET: hex(32),
      BATCH_MAX_AGE_MS: '50',
      BATCH_RETRY_MAX_MS: '500',
    });
  });
  afterAll(async () => {
    await spanhouse.stop();
    await cluster.close();
    for (const dir of [spanhouse.dataDir, clusterDir]) {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  const accept = async () => {
    const spans = spansOfARequest();
    const answer = await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans });
    expect(answer.status).toBe(202);
    accepted.spanIds.push(...spans.map(({ span_id }) => span_id));
    accepted.receipts.push(answer.receipt ?? '');
  };
  const acceptMany = async () => {
    for (let request = 0; request < REQUESTS_OF_A_PHASE; request++) {
      await accept();
    }
  };
  const list = (windowing: Json = {}, headers: Record<string, string> = {}) =>
    postJson(`${spanhouse.url}/spans/query`, { windowing: { limit: PAGE, ...windowing } }, headers);
  const allSpanIds = async () => {
    const ids: string[] = [];
    for (let next: Json = {}; next !== undefined; ) {
      const { status, body } = await list(next);
      expect(status).toBe(200);
      ids.push(...body.spans.map(({ span_id }: Json) => span_id));
      next = body.windowing?.next === undefined ? undefined : { next: body.windowing.next };
    }
    return ids;
  };
  const shard = (index: number): ClusterServer => {
    const server = cluster.servers[index];
    if (server === undefined) {
      throw new Error(`no shard ${index}`);
    }
    return server;
  };
  const settled = async () => {
    const sums = { pending: 0, stored: 0, dead_lettered: 0, lost: 0 };
    for (const receipt of accepted.receipts) {
      const { body } = await send(`${spanhouse.url}/receipts/${receipt}`);
      sums.pending += body.pending;
      sums.stored += body.stored;
      sums.dead_lettered += body.dead_lettered;
      sums.lost += body.lost;
    }
    return sums;
  };
  const rowsOn = async (server: ClusterServer) => {
    const query = 'SELECT count() FROM spanhouse_local.spans';
    return Number(await ask(server, query));
  };

  it.each([0, 1])(
    'keeps every accepted span while shard %d is killed and restarted, and never reads without that shard',
    async (killed) => {
      await acceptMany();
      const load = acceptMany();
      await shard(killed).kill();
      await load;
      const whileAway = [
        await list(),
        await postJson(`${spanhouse.url}/traces/query`, {}),
        await postJson(`${spanhouse.url}/tracing/spans/analytics`, {}),
      ];
      await acceptMany();
      const receipt = accepted.receipts.at(-1);
      const pending = await send(`${spanhouse.url}/receipts/${receipt}`);

      await shard(killed).start();
      await send(`${spanhouse.url}/receipts/${receipt}`, { headers: consistentWith(receipt) });
      const { status } = await list({}, consistentWith(...accepted.receipts.slice(-50)));

      expect(whileAway.map((answer) => answer.status)).toEqual([503, 503, 503]);
      expect(pending.body).toMatchObject({ stored: 0, dead_lettered: 0 });
      expect(status).toBe(200);
      expect((await allSpanIds()).toSorted()).toEqual(accepted.spanIds.toSorted());
      expect(await settled()).toEqual({
        pending: 0,
        stored: accepted.spanIds.length,
        dead_lettered: 0,
        lost: 0,
      });
      expect(Math.min(...(await Promise.all(cluster.servers.map(rowsOn))))).toBeGreaterThan(0);
    },
  );
});
