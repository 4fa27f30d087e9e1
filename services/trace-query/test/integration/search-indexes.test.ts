import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { SpanSelection, TraceReader } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, explainWalk, projectId, START_NS } from '@spanhouse/trace-store/testing';
import { planPipeline } from '@spanhouse/traceql/evaluate';
import { stagesOf } from '@spanhouse/traceql/testing';
import { openTestStore, type TestStore } from '../../src/testing/test-store.js';
import { hintsOfPipeline } from '../../src/traceql/hint-of-pipeline.js';
import { searchTraces } from '../../src/traceql/search-by-pipeline.js';

const GRANULES = 20;
const ROWS = GRANULES * 512;
const SPANS_PER_TRACE = 4;
/** Index of the first span of the only trace that differs from all others. */
const SPECIAL = 14 * 512 + 8;
const STEP_NS = 100_000_000n;
const signal = new AbortController().signal;

function idOf(number: number, digits: number): string {
  return (number + 1).toString(16).padStart(digits, '0');
}

function startAt(index: number): bigint {
  return START_NS + BigInt(index) * STEP_NS;
}

/** Returns the span at an index. Each trace is a chain of four spans. */
function spanAt(index: number) {
  const first = index - (index % SPANS_PER_TRACE);
  const isSpecial = first === SPECIAL;
  return aSpan({
    trace_id: idOf(first, 32),
    span_id: idOf(index, 16),
    parent_id: index === first ? undefined : idOf(index - 1, 16),
    start_time: startAt(index),
    end_time: startAt(index + 1),
    span_name: isSpecial && index !== first ? 'rare name' : 'usual name',
    status_code: isSpecial && index === first + 3 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    resource: { attributes: { 'service.name': isSpecial && index === first ? 'rare' : 'usual' } },
    attributes: { user: { tier: isSpecial ? 'gold' : 'free' }, ag: { data: {} } },
  });
}

/** Name of an index, the number of granules that it selects, and the total number of granules. */
type Use = readonly [index: string, left: number, of: number];

function usesIn(lines: readonly string[]): readonly Use[] {
  const uses: Use[] = [];
  let name = '';
  for (const line of lines) {
    name = /^(?:Name: )?(PrimaryKey|\w+_(?:bloom|set|minmax))$/.exec(line)?.[1] ?? name;
    const [, left, all] = /^Granules: (\d+)\/(\d+)/.exec(line) ?? [];
    if (left !== undefined) {
      uses.push([name, Number(left), Number(all)]);
    }
  }
  return uses;
}

describeWithBackend('A structural query of TraceQL', 'CLICKHOUSE_URL', (url) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(url);
    const context = aContext();
    await store.write(
      Array.from({ length: ROWS }, (_, index) => ({ span: spanAt(index), context })),
    );
    await store.database.commandLocal('OPTIMIZE TABLE spans FINAL');
  });
  afterAll(() => store.close());

  /**
   * Searches the second half of the spans. Resolves with the found traces, and the granules that each walk's indexes
   * select.
   */
  async function search(text: string) {
    const pipeline = stagesOf(text);
    const { reader } = store;
    const walked: SpanSelection[] = [];
    const recording: TraceReader = Object.create(reader, {
      streamTraces: {
        value(...read: Parameters<TraceReader['streamTraces']>) {
          walked.push(read[0]);
          return reader.streamTraces(...read);
        },
      },
    });
    const found = await searchTraces(
      {
        plan: planPipeline(pipeline),
        ...hintsOfPipeline(pipeline),
        unread: [],
        start: startAt(ROWS / 2),
        end: startAt(ROWS),
        minDuration: undefined,
        maxDuration: undefined,
        limit: 20,
      },
      {
        project_id: projectId,
        snapshot: [],
        reader: recording,
        signal,
        hasTime: () => true,
        now: startAt(2 * ROWS),
      },
      () => Promise.resolve(undefined),
    );
    return { found: found.map(({ trace_id }) => trace_id), walked };
  }

  it.each([
    ['{ resource.service.name = "rare" } >> { status = error }', 'trace_id_bloom'],
    ['{ name = "usual name" } >> { status = error }', 'trace_id_bloom'],
    ['{ span.user.tier = "gold" } > { kind != client }', 'attribute_hashes_bloom'],
    [
      '{ name != "" } &> { span.user.tier = "gold" && name = "rare name" }',
      'attribute_hashes_bloom',
    ],
  ])('%s is answered by the primary key and %s', async (text, index) => {
    const { found, walked } = await search(text);
    const [first] = walked;
    const uses = usesIn(first === undefined ? [] : await explainWalk(store.database, first));

    expect(found).toEqual([idOf(SPECIAL, 32)]);
    expect(uses).toContainEqual(['PrimaryKey', expect.any(Number), GRANULES]);
    const keys = uses.filter(([name]) => name === 'PrimaryKey').map(([, left]) => left);
    expect(Math.min(...keys)).toBeLessThanOrEqual(GRANULES / 2 + 2);
    const left = uses.filter(([name]) => name === index).map(([, granules]) => granules);
    expect(Math.min(...left)).toBeLessThanOrEqual(2);
  });
});
