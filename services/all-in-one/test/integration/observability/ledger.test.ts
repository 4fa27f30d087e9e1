import { waitUntil } from '@spanhouse/service-runtime/testing';
import { newTraceId } from '../../accounts.js';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import { startProcess } from '../../processes/running-process.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const env = { ADMIN_KEY: 'the-admin-key-of-this-test' };
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

function spansOf(traceId: string, ids: readonly number[]): Json[] {
  return ids.map((id) => ({
    trace_id: traceId,
    span_id: id.toString(16).padStart(16, '0'),
    ...times,
  }));
}

describe('npm run verify', () => {
  const spanhouse = runSpanhouse(env);

  const ingest = async (spans: Json) =>
    (await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans })).receipt;
  /** Resolves when the spans of the receipts are stored. */
  const untilStored = async (...receipts: (string | undefined)[]) => {
    const headers = consistentWith(...receipts);
    const url = `${spanhouse.url}/spans/?trace_id=${newTraceId()}`;
    expect((await send(url, { headers })).status).toBe(200);
  };
  /** Resolves when the ledger contains everything that is stored. Entries appear a few seconds after the commits. */
  const untilEntered = () =>
    waitUntil('everything is entered', async () => (await balance()).unentered_messages === 0);
  const verify = async (...args: string[]) => {
    const settings = { ...env, SPANHOUSE_URL: spanhouse.url };
    const running = startProcess('deploy/verify.mjs', settings, args);
    return { code: await running.exited, output: running.output() };
  };
  const balance = async () => {
    const headers = { authorization: `Access ${env.ADMIN_KEY}` };
    return (await send(`${spanhouse.url}/admin/ledger`, { headers })).body;
  };

  it('balances after sent, repeated and deleted spans and a kill -9, and finds a span that was removed from the store by hand', async () => {
    const [kept, deleted] = [newTraceId(), newTraceId()];
    const first = await ingest(spansOf(kept, [1, 2, 2, 3]));
    const again = await ingest(spansOf(kept, [1]));
    const other = await ingest(spansOf(deleted, [1, 2]));
    const gone = await send(`${spanhouse.url}/tracing/traces/${deleted}`, { method: 'DELETE' });
    const last = await ingest(spansOf(kept, [4]));
    await untilStored(first, again, other, gone.receipt, last);
    await spanhouse.killAndRestart();
    await untilStored(await ingest(spansOf(kept, [5])));
    await untilEntered();

    const whole = await verify('--minutes');
    expect(await balance()).toMatchObject({
      is_balanced: true,
      accepted: 8,
      stored: 8,
      unaccounted: 0,
      missing_messages: 0,
      unread_messages: 0,
      unbalanced: [],
    });
    expect(whole.code).toBe(0);
    expect(whole.output).toContain('8 accepted = 8 stored + 0 dead-lettered + 0 removed');
    expect(whole.output).toContain('0 messages of the log are not read yet, and 0 not entered');

    const [row = ''] = (
      await askClickHouse(
        spanhouse,
        `SELECT log_partition, bitAnd(log_offset, 281474976710655) FROM spanhouse.spans WHERE trace_id = unhex('${kept}') AND span_id = unhex('0000000000000003') FORMAT TabSeparated`,
      )
    ).split('\n');
    const [partition, block] = row.split('\t');
    await askClickHouse(
      spanhouse,
      `ALTER TABLE spanhouse.spans DELETE WHERE trace_id = unhex('${kept}') AND span_id = unhex('0000000000000003') SETTINGS mutations_sync = 2`,
    );
    const lost = await verify();

    const { unbalanced } = await balance();
    expect(unbalanced).toMatchObject([
      { log_partition: Number(partition), accepted: 3, stored: 2, unaccounted: 1 },
    ]);
    expect(unbalanced[0].log_offset).toBeGreaterThanOrEqual(Number(block));
    expect(lost.code).toBe(1);
    expect(lost.output).toMatch(
      new RegExp(`^Does not add up: partition ${partition}, offset ${unbalanced[0].log_offset}, `),
    );
    expect(lost.output).toContain('It does not add up.');
  });

  it('refuses a wrong range, and is refused without the admin key', async () => {
    const wrong = await Promise.all([
      verify('--from', 'yesterday'),
      verify('--from', '2026-05-02T00:00:00Z', '--to', '2026-05-01T00:00:00Z'),
      verify('all'),
    ]);
    const running = startProcess('deploy/verify.mjs', { SPANHOUSE_URL: spanhouse.url });

    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(await running.exited).toBe(2);
  });
});
