import { ClickHouseError } from '@clickhouse/client';
import { toClickHouseFailure } from './clickhouse-failure.js';

function serverError(code: number, type: string) {
  return new ClickHouseError({ code: String(code), type, message: `${type} happened` });
}

describe('toClickHouseFailure', () => {
  it.each([
    [469, 'VIOLATED_CONSTRAINT', 'refused'],
    [33, 'CANNOT_READ_ALL_DATA', 'refused'],
    [561, 'ZSTD_DECODER_FAILED', 'refused'],
    [252, 'TOO_MANY_PARTS', 'unavailable'],
    [241, 'MEMORY_LIMIT_EXCEEDED', 'unavailable'],
    [243, 'NOT_ENOUGH_SPACE', 'unavailable'],
    [159, 'TIMEOUT_EXCEEDED', 'deadline'],
    [16, 'NO_SUCH_COLUMN_IN_TABLE', 'unknown'],
    [49, 'LOGICAL_ERROR', 'unknown'],
  ])('takes %d %s as %s', (code, type, kind) => {
    const failure = toClickHouseFailure(serverError(code, type));

    expect(failure).toEqual({ kind, code: type, reason: `${type} happened` });
  });

  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [
      new Error('fetch failed', { cause: Object.assign(new Error('x'), { code: 'EPIPE' }) }),
      'EPIPE',
    ],
    [new Error('socket hang up'), 'ECONNRESET'],
    [new Error('Timeout error.'), 'REQUEST_TIMEOUT'],
    [new Error('<h1>502 Bad Gateway</h1>'), 'PROXY'],
  ])('takes a broken way to the server as unavailable: %s', (error, code) => {
    expect(toClickHouseFailure(error)).toMatchObject({ kind: 'unavailable', code });
  });

  it.each([
    [32, 'ATTEMPT_TO_READ_AFTER_EOF', 'Attempt to read after eof'],
    [33, 'CANNOT_READ_ALL_DATA', 'Cannot read all data. Bytes read: 3. Bytes expected: 8.'],
  ])(
    'takes %d %s of rows as refused, of a shard that has died and of a part as unavailable',
    (code, type, what) => {
      const kindOf = (where: string) => {
        const message = `${what}: ${where}`;
        return toClickHouseFailure(new ClickHouseError({ code: String(code), type, message })).kind;
      };

      expect(kindOf('(at row 2)')).toBe('refused');
      expect(kindOf('while receiving packet from 10.0.0.7:9000, local address: …')).toBe(
        'unavailable',
      );
      expect(
        kindOf(
          '(while reading column trace_id): (while reading from part /data/store/d65/0_1_91_18/)',
        ),
      ).toBe('unavailable');
    },
  );

  it('classifies other errors as unknown, and shortens reasons', () => {
    const failure = toClickHouseFailure(new Error('x'.repeat(10_000)));

    expect(failure).toMatchObject({ kind: 'unknown', code: 'UNKNOWN' });
    expect(failure.reason.length).toBeLessThan(1000);
  });
});
