import { newTraceId } from '../../accounts.js';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import { startProcess } from '../../processes/running-process.js';
import { type RunningSpanhouse, runSpanhouse } from '../../processes/running-spanhouse.js';

const path = '/project/dead-letters';
const admin = { authorization: 'Access the-admin-key-of-this-test' };
const env = { ADMIN_KEY: 'the-admin-key-of-this-test' };
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

/** Adds a constraint to the table, so that the table itself refuses the spans of a single test. */
function refuse(spanhouse: RunningSpanhouse, name: string, check: string): Promise<string> {
  return askClickHouse(
    spanhouse,
    `ALTER TABLE spanhouse.spans ADD CONSTRAINT ${name} CHECK ${check}`,
  );
}

describe('dead letters', () => {
  const spanhouse = runSpanhouse(env);
  const url = (address: string) => `${spanhouse.url}${address}`;
  const ingest = (spans: Json) => postJson(url('/tracing/spans/ingest'), { spans });
  const list = async (receipt?: string): Promise<Json[]> => {
    const headers = receipt === undefined ? {} : consistentWith(receipt);
    return (await send(url(path), { headers })).body.dead_letters;
  };
  const retry = (id: string, body: Json = {}) => postJson(url(`${path}/${id}/retry`), body);
  const letterOf = async (spans: Json) => {
    const { receipt } = await ingest(spans);
    const [letter] = await list(receipt);
    return letter;
  };
  const spansOf = async (traceId: string, receipt: string | undefined): Promise<Json[]> => {
    const headers = consistentWith(receipt);
    return (await send(url(`/spans/?trace_id=${traceId}`), { headers })).body.spans;
  };

  it('are listed, refused again with a new reason, and removed after a changed retry is stored, even across kill -9', async () => {
    const traceId = newTraceId();
    const attributes = { poison: 'x', kept: 9_007_199_254_740_993n.toString() };
    const span = { trace_id: traceId, span_id: '00000000000000a1', span_name: 'ask', ...times };
    await refuse(spanhouse, 'no_poison', 'position(attributes, \'"poison":"x"\') = 0');
    const neighbour = { ...span, span_id: '00000000000000a2', span_name: 'neighbour' };

    const letter = await letterOf([{ ...span, attributes }, neighbour]);
    expect(letter).toMatchObject({ stage: 'insert', rows: 1, reason: expect.any(String) });
    expect(letter.reason).toContain('no_poison');
    const found = await send(url(`${path}/${letter.id}`));
    expect(found.body.spans).toMatchObject([{ trace_id: traceId, attributes }]);

    await spanhouse.killAndRestart();
    expect(await list()).toEqual([letter]);

    await askClickHouse(spanhouse, 'ALTER TABLE spanhouse.spans DROP CONSTRAINT no_poison');
    await refuse(spanhouse, 'still_no_poison', 'position(attributes, \'"poison":"x"\') = 0');
    const unchanged = await retry(letter.id);
    expect([unchanged.status, unchanged.body]).toEqual([202, { count: 1, rows: 1 }]);
    await spanhouse.killAndRestart();
    const [refused, ...others] = await list(unchanged.receipt);
    expect(others).toEqual([]);
    expect(refused).toEqual({
      ...letter,
      reason: expect.stringContaining('still_no_poison'),
      retried_at: expect.any(String),
    });
    const { body: status } = await send(url(`/receipts/${unchanged.receipt}`));
    expect(status).toMatchObject({ status: 'partially_dead_lettered', dead_lettered: 1 });

    const changed = await retry(letter.id, { drop: ['poison'] });
    await spanhouse.killAndRestart();
    expect(await list(changed.receipt)).toEqual([]);
    expect((await send(url(`${path}/${letter.id}`))).status).toBe(404);
    const stored = await spansOf(traceId, changed.receipt);
    expect(stored.map(({ span_id }) => span_id).toSorted()).toEqual([
      '00000000000000a1',
      '00000000000000a2',
    ]);
    const again = stored.find(({ span_id }) => span_id === span.span_id);
    expect(again).toMatchObject({ ...span, created_at: found.body.spans[0].created_at });
    expect(again.attributes).toMatchObject({ kept: attributes.kept });
    expect(again.attributes).not.toHaveProperty('poison');
  });

  it('are stored unchanged after the cause is fixed', async () => {
    const traceId = newTraceId();
    await refuse(spanhouse, 'no_name', "span_name != 'unwanted'");
    const letter = await letterOf([
      { trace_id: traceId, span_id: '00000000000000a1', span_name: 'unwanted', ...times },
    ]);

    await askClickHouse(spanhouse, 'ALTER TABLE spanhouse.spans DROP CONSTRAINT no_name');
    const { receipt } = await retry(letter.id);

    expect(await list(receipt)).toEqual([]);
    expect(await spansOf(traceId, receipt)).toMatchObject([{ span_name: 'unwanted' }]);
  });

  it('are listed for every project with the admin key', async () => {
    await refuse(spanhouse, 'no_admin', "span_name != 'admin'");
    const letter = await letterOf([
      { trace_id: newTraceId(), span_id: '00000000000000a1', span_name: 'admin', ...times },
    ]);

    const { body } = await send(url(`${path}?all=true`), { headers: admin });

    expect(body.dead_letters).toEqual([{ ...letter, project_id: expect.any(String) }]);
    expect((await send(url(`${path}?all=true`))).status).toBe(401);
  });

  it('are listed, shown and sent again with npm run dead-letters', async () => {
    const traceId = newTraceId();
    await refuse(spanhouse, 'no_command', "position(attributes, 'hostile') = 0");
    const letter = await letterOf([
      {
        trace_id: traceId,
        span_id: '00000000000000a1',
        attributes: { 'a.b': 'hostile' },
        ...times,
      },
    ]);
    const run = async (...args: string[]) => {
      const settings = { ...env, SPANHOUSE_URL: spanhouse.url };
      const running = startProcess('deploy/dead-letters.mjs', settings, args);
      return { code: await running.exited, output: running.output() };
    };

    const listed = await run('list', '--stage', 'insert', '--all');
    const shown = await run('show', letter.id);
    const refused = await run('retry', letter.id);
    const stored = await run('retry', letter.id, '--drop', 'a.b', '--clamp', 'start_time');

    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('no_command') });
    expect(listed.output).toMatch(
      new RegExp(`^${letter.id}  \\S+  insert  rows=1  \\S{36}  `, 'm'),
    );
    expect(JSON.parse(shown.output).spans).toMatchObject([{ trace_id: traceId }]);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(new RegExp(`^${letter.id}  refused  .*no_command`));
    expect(stored).toEqual({ code: 0, output: `${letter.id}  stored` });
    const { body } = await send(url(`/spans/?trace_id=${traceId}`));
    expect(body.spans).toMatchObject([{ span_id: '00000000000000a1' }]);
    expect(await run('show', letter.id)).toEqual({
      code: 1,
      output: '404: There is no such dead letter.',
    });
    expect(await run('retry', letter.id)).toMatchObject({ code: 1 });
    const wrong = await Promise.all([run('drop'), run('show'), run('list', '--drop', 'a.b')]);
    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2]);
  });
});
