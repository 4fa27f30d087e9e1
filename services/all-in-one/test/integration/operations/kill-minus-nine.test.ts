import { readFileSync } from 'node:fs';
import {
  consistentWith,
  type Json,
  postJson,
  receiptsOfEveryPartition,
  send,
} from '../../http-client.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

const ROUNDS = 12;
const REQUESTS_PER_ROUND = 6;
const SPANS_PER_REQUEST = 40;

interface Sent {
  readonly trace_id: string;
  readonly span_id: string;
}

function newSpans(): Json[] {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const now = new Date().toISOString();
  return Array.from({ length: SPANS_PER_REQUEST }, (_, index) => ({
    trace_id: index % 2 === 0 ? traceId : crypto.randomUUID().replaceAll('-', ''),
    span_id: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    start_time: now,
    end_time: now,
    attributes: { index },
  }));
}

/** Returns the rows in ClickHouse, including rows that reads would hide. */
async function storedRows(spanhouse: RunningSpanhouse): Promise<Map<string, number>> {
  const query = `SELECT lower(hex(trace_id)) || lower(hex(span_id)), count() FROM spanhouse.spans GROUP BY 1 FORMAT JSONCompactEachRow`;
  const rows: [string, string][] = (await askClickHouse(spanhouse, query))
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(rows.map(([id, count]) => [id, Number(count)]));
}

async function stopAndCount(dataDir: string): Promise<Map<string, number>> {
  const spanhouse = await startSpanhouse(dataDir);
  const receipt = await receiptsOfEveryPartition(spanhouse.url);
  const { status } = await send(`${spanhouse.url}/traces/${'1'.repeat(32)}`, {
    headers: consistentWith(receipt),
  });
  const rows = await storedRows(spanhouse);
  await spanhouse.stop();
  expect(status).toBe(200);
  return rows;
}

function idOf({ trace_id, span_id }: Sent) {
  return trace_id + span_id;
}

describe('kill -9', () => {
  describe('right after an answer', () => {
    const accepted: Sent[] = [];
    let dataDir: string;

    beforeAll(() => {
      dataDir = newDataDir();
    });

    it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
      'leaves a data directory that accepts spans again, time %i',
      async () => {
        const spanhouse = await startSpanhouse(dataDir);
        const before = accepted.length;
        let killed: Promise<void> | undefined;
        const requests = Array.from({ length: REQUESTS_PER_ROUND }, async () => {
          const { status, body } = await postJson(`${spanhouse.url}/tracing/spans/ingest`, {
            spans: newSpans(),
          });
          killed ??= spanhouse.kill9();
          expect(status).toBe(202);
          accepted.push(...body.links);
        });
        await Promise.allSettled(requests);
        await killed;
        expect(accepted.length - before).toBeGreaterThanOrEqual(SPANS_PER_REQUEST);
      },
    );

    it('loses nothing and stores nothing twice', async () => {
      const rows = await stopAndCount(dataDir);

      expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS * SPANS_PER_REQUEST);
      expect(accepted.filter((span) => rows.get(idOf(span)) !== 1)).toEqual([]);
      expect([...rows.values()].filter((count) => count !== 1)).toEqual([]);
    });
  });

  it('of ClickHouse under load: it restarts automatically and nothing is lost', async () => {
    const spanhouse = await startSpanhouse(newDataDir());
    const accepted: Sent[] = [];
    const receipts: (string | undefined)[] = [];
    for (let request = 0; request < 60; request++) {
      if (request % 20 === 10) {
        // once the last write has been read, ClickHouse is running and can be killed
        await send(`${spanhouse.url}/traces/${accepted[0]?.trace_id}`, {
          headers: consistentWith(receipts.at(-1)),
        });
        process.kill(clickhousePid(spanhouse), 'SIGKILL');
      }
      const answer = await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans: newSpans() });
      expect(answer.status).toBe(202);
      accepted.push(...answer.body.links);
      receipts.push(answer.receipt);
    }

    const read = await send(`${spanhouse.url}/traces/${accepted[0]?.trace_id}`, {
      headers: consistentWith(...receipts.slice(-20)),
    });
    const rows = await storedRows(spanhouse);
    await spanhouse.stop();

    expect(read.status).toBe(200);
    expect(accepted.filter((span) => rows.get(idOf(span)) !== 1)).toEqual([]);
  });

  it('is not necessary: SIGTERM ends with exit code 0 and keeps everything', async () => {
    const spanhouse = await startSpanhouse(newDataDir());
    const { body } = await postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans: newSpans() });

    const code = await spanhouse.stop();
    const rows = await stopAndCount(spanhouse.dataDir);

    expect(code).toBe(0);
    expect(body.links.filter((span: Sent) => rows.get(idOf(span)) !== 1)).toEqual([]);
  });
});

function clickhousePid({ child }: RunningSpanhouse): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const pid = Number.parseInt(children, 10);
  if (!(pid > 0)) {
    throw new Error('ClickHouse is not running'); // process id 0 would address this process group
  }
  return pid;
}
