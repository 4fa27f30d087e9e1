import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { type RunningProcess, startProcess } from '../../processes/running-process.js';
import { newDataDir } from '../../processes/running-spanhouse.js';

interface Cluster extends RunningProcess {
  readonly gateways: readonly string[];
  readonly query: string;
}

async function startCluster(env: Record<string, string> = {}): Promise<Cluster> {
  const running = startProcess('scripts/cluster-local.mjs', {
    ...env,
    CLUSTER_DIR: newDataDir(),
    CLUSTER_BASE_PORT: '0',
    OTLP_GRPC_PORT: '0',
  });
  const address = (name: string) => running.line(new RegExp(`^${name}\\s+(http:\\S+)`));
  const gateways = await Promise.all([address('ingest-gateway-1'), address('ingest-gateway-2')]);
  return { ...running, gateways, query: await address('trace-query') };
}

/** Returns one trace of `count` spans. Each child starts after its parent. */
function traceOf(traceId: string, count: number): Json[] {
  const at = (index: number) => new Date(1_780_000_000_000 + index).toISOString();
  const spanId = (index: number) => String(index + 1).padStart(16, '0');
  return Array.from({ length: count }, (_, index) => ({
    trace_id: traceId,
    span_id: spanId(index),
    span_name: `step ${index}`,
    start_time: at(index),
    end_time: at(index + 10),
    ...(index > 0 ? { parent_id: spanId(index - 1) } : {}),
  }));
}

// The script starts its own broker. The variable only indicates that this machine can run one.
describeWithBackend('npm run cluster:local', 'KAFKA_BROKERS', () => {
  it('shows every span that two gateways accept into their shared log', async () => {
    const cluster = await startCluster();
    const traceId = crypto.randomUUID().replaceAll('-', '');
    const spans = traceOf(traceId, 40);

    const answers = await Promise.all(
      spans.map((span, index) =>
        postJson(`${cluster.gateways[index % 2]}/tracing/spans/ingest`, { spans: [span] }),
      ),
    );
    const headers = consistentWith(...answers.map(({ receipt }) => receipt));
    const read = await send(`${cluster.query}/spans/?trace_id=${traceId}`, { headers });
    const tree = await send(`${cluster.query}/traces/${traceId}`);
    const receipt = await send(`${cluster.query}/receipts/${answers[0]?.receipt}`);
    const code = await cluster.stop();

    expect(answers.map(({ status }) => status)).toEqual(spans.map(() => 202));
    expect(read.body.spans.map((span: Json) => span.span_name)).toEqual(
      spans.map((span) => span.span_name),
    );
    expect(Object.keys(tree.body.trace.spans)).toEqual(['step 0']);
    expect(receipt.body).toEqual({
      status: 'stored',
      pending: 0,
      stored: 1,
      dead_lettered: 0,
      lost: 0,
    });
    expect(code).toBe(0);
  });

  it('shows the administrator the sums of accepted and dropped spans of both gateways', async () => {
    const adminKey = 'the-admin-key-of-the-test';
    const cluster = await startCluster({ ADMIN_KEY: adminKey });
    const spans = traceOf(crypto.randomUUID().replaceAll('-', ''), 1);
    const bad = { ...spans[0], start_time: 'yesterday' };
    const bodies = [[bad], [...spans, bad, bad]];
    const headers = { authorization: `Access ${adminKey}` };
    const read = async (): Promise<Json> =>
      (await send(`${cluster.query}/admin/ingest`, { headers })).body;

    for (const [index, gateway] of cluster.gateways.entries()) {
      await postJson(`${gateway}/tracing/spans/ingest`, { spans: bodies[index] });
    }
    const state = await waitUntil('both gateways and a consumer have reported', async () => {
      const now = await read();
      const isReported = now.dropped?.[0]?.count === 3 && now.time_to_visible_ms.p50 !== null;
      return isReported ? now : undefined;
    });
    await cluster.stop();

    expect(state).toMatchObject({
      gateways: 2,
      dropped: [{ code: 'invalid_time', count: 3 }],
      store: { rows: 1 },
    });
    expect(state.partitions.every((partition: Json) => partition.lag_records === 0)).toBe(true);
    expect(state.partitions.some(({ committed }: Json) => committed === 1)).toBe(true);
  });
});
