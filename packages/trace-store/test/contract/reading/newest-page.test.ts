import { randomUUID } from 'node:crypto';
import {
  aContext,
  aSpan,
  aSpanBlock,
  describeOnClickHouse,
  START_NS,
} from '@spanhouse/trace-store/testing';
import { openWithReader, useOpened } from '../open-clickhouse.js';
import { everything } from '../selecting.js';

const ROWS_OF_BLOCK = 10_000;
const MINUTE_NS = 60_000_000_000n;

const signal = new AbortController().signal;

function hex(number: number, length: number) {
  return number.toString(16).padStart(length, '0');
}

describeOnClickHouse('The newest page of a list', (url) => {
  /** Number of servers. Each server reads its own granules. */
  const servers = url.split(',').length;
  const project_id = randomUUID();
  const used = useOpened(() => openWithReader(url));

  const storeBlockOfMinute = (minute: number) =>
    used.writer.write(
      aSpanBlock(
        Array.from({ length: ROWS_OF_BLOCK }, (_, row) => ({
          context: aContext({ project_id }),
          span: aSpan({
            trace_id: hex(minute * ROWS_OF_BLOCK + row + 1, 32),
            span_id: hex(row + 1, 16),
            start_time: START_NS + BigInt(minute) * MINUTE_NS + BigInt(row),
          }),
        })),
      ),
      signal,
    );
  const newestPage = async () => {
    let rows = 0;
    const measured = used.reader.measured((cost) => {
      rows += cost.rows;
    });
    const { spans } = await measured.listSpans({ ...everything(project_id), limit: 5 }, signal);
    return { rows, spans };
  };

  it('reads only its own bucket, regardless of the parts with older buckets', async () => {
    for (const minute of [0, 1, 2, 3]) {
      await storeBlockOfMinute(minute);
    }

    await newestPage();
    const page = await newestPage();

    expect(page.spans).toHaveLength(5);
    expect(page.rows).toBeLessThan(1.5 * ROWS_OF_BLOCK * servers);
  });
});
