import { randomUUID } from 'node:crypto';
import { aContext, aSpan } from '@spanhouse/trace-store/testing';
import { describeReaders, type ReaderUnderTest } from './reader-under-test.js';

const signal = new AbortController().signal;
const short = '000000000000abcd';
const other = 'ffffffffffffabcd';

describeReaders('findTraceIds', (open) => {
  let used: ReaderUnderTest;
  const project_id = randomUUID();

  beforeAll(async () => {
    used = await open();
    const traces = ['0', '1', 'f'].map((half) => `${half.repeat(16)}${short}`);
    await store(project_id, [...traces, `${short}${other}`, `${short}${'1'.repeat(16)}`]);
    await store(randomUUID(), [`${'2'.repeat(16)}${short}`]);
  });
  afterAll(() => used.close());

  const store = (project: string, traceIds: readonly string[]) =>
    used.store({
      rows: traceIds.map((trace_id) => ({
        span: aSpan({ trace_id }),
        context: aContext({ project_id: project }),
      })),
    });
  const find = (suffixes: readonly string[], limit = 10) =>
    used.reader.findTraceIds({ project_id, suffixes, limit }, signal);

  it('finds the traces of the project that end in one of the suffixes, in order', async () => {
    expect(await find([short])).toEqual(
      ['0', '1', 'f'].map((half) => `${half.repeat(16)}${short}`),
    );
    expect(await find([other, '1'.repeat(16)])).toEqual([
      `${short}${'1'.repeat(16)}`,
      `${short}${other}`,
    ]);
    expect(await find(['0'.repeat(16)])).toEqual([]);
  });

  it('stops at the limit', async () => {
    expect(await find([short], 2)).toEqual([
      `${'0'.repeat(16)}${short}`,
      `${'1'.repeat(16)}${short}`,
    ]);
  });
});
