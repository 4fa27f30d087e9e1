import type { JsonObject } from '@spanhouse/span-schema';
import { aZipkinSpan } from '../testing/zipkin-span.js';
import { readZipkinTimes } from './zipkin-times.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;
const START = 1_777_629_660_000_123_000n;

describe('readZipkinTimes', () => {
  it.each<[string, JsonObject, [start: bigint, end: bigint]]>([
    ['reads microseconds', {}, [START, START + 1_431_000n]],
    [
      'reads fractions of microseconds',
      { timestamp: 1_777_629_660_000_123.5, duration: 0.25 },
      [START + 500n, START + 750n],
    ],
    [
      'reads times that are sent as text',
      { timestamp: '1777629660000123', duration: '7' },
      [START, START + 7000n],
    ],
    ['ends a span without duration when it starts', { duration: null }, [START, START]],
    [
      'ends a span without a timestamp at the time of receipt',
      { timestamp: 0 },
      [RECEIVED_AT - 1_431_000n, RECEIVED_AT],
    ],
    [
      'uses the time of receipt for a span without any time',
      { timestamp: null, duration: null },
      [RECEIVED_AT, RECEIVED_AT],
    ],
  ])('%s', (_, members, [start_time, end_time]) => {
    expect(readZipkinTimes(aZipkinSpan(members), RECEIVED_AT)).toMatchObject({
      start_time,
      end_time,
    });
  });
});
