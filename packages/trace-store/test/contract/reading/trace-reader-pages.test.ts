import type { StoredSpan } from '@spanhouse/span-row';
import type { SpanSelection, TracePosition, TraceReader } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, listTraces } from '@spanhouse/trace-store/testing';
import { expectAnswersOfFake } from '../any-history.js';
import { openWithReader, useOpened } from '../open-clickhouse.js';
import { anyListedSpan, anySelection } from './any-selection.js';
import { openFakeReader } from './reader-under-test.js';

const signal = new AbortController().signal;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/**
 * Reads all pages of a list. The number of pages is limited, because the loop would never end if the same page were
 * returned again.
 */
async function allPages<Item>(
  limit: number,
  read: (after: Item | undefined) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (;;) {
    const { items, hasMore } = await read(found.at(-1));
    found.push(...items);
    expect(found.length).toBeLessThan(100);
    if (!hasMore) {
      expect(items.length).toBeLessThanOrEqual(limit);
      return found;
    }
    expect(items).toHaveLength(limit);
  }
}

async function allSpans(reader: TraceReader, selection: SpanSelection) {
  return await allPages<StoredSpan>(selection.limit, async (after) => {
    const { spans, hasMore } = await reader.listSpans({ ...selection, after }, signal);
    return { items: spans, hasMore };
  });
}

async function allTraces(reader: TraceReader, selection: SpanSelection) {
  return await allPages<TracePosition>(selection.limit, async (after) => {
    const { traces, hasMore } = await listTraces(reader, { ...selection, after }, signal);
    return { items: traces, hasMore };
  });
}

describeOnClickHouse('TraceReader pages compared with the fake', (url, runs) => {
  const used = useOpened(() => openWithReader(url));

  it('contain exactly the matching current spans in order, or their whole traces by latest match, after repeated and deleted spans', async () => {
    await expectAnswersOfFake({
      used,
      openFake: openFakeReader,
      anySpan: anyListedSpan(),
      anyQuery: anySelection(),
      numRuns: runs(11),
      answer: async ({ reader }, selection, project_id) => [
        await allSpans(reader, { ...selection, project_id }),
        await allTraces(reader, { ...selection, project_id }),
      ],
    });
  });
});
