import { AppError } from '@spanhouse/service-runtime';
import { toLogOffset } from '@spanhouse/span-row';
import request from 'supertest';
import { testAdminKey } from '../testing/test-admin.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const path = '/admin/ledger';
const oldest = 1_777_629_600_000_000_000n; // 2026-05-01T10:00:00Z
const range = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T10:30:00Z' };
const sums = {
  accepted: 25,
  stored: 10,
  deadLettered: 2,
  removed: 4,
  expired: 5,
  pending: 1,
  unaccounted: 3,
};
const shownSums = {
  accepted: 25,
  stored: 10,
  dead_lettered: 2,
  removed: 4,
  expired: 5,
  pending: 1,
  unaccounted: 3,
};

function create() {
  const query = createTestTraceQuery({ settings: { adminKeys: [testAdminKey] } });
  const get = (parameters: Record<string, string> = range) =>
    request(query.app).get(path).query(parameters).set('authorization', `Access ${testAdminKey}`);
  return { ...query, get };
}

describe('GET /admin/ledger', () => {
  it('shows the sums of all messages, and names some messages and gaps by their position', async () => {
    const { get, ledger, offsets } = create();
    offsets.ends = [12, 13];
    ledger.enteredOf = ([, second = 0n]) => [undefined, second - 2n];
    const message = { logPartition: 1, logOffset: toLogOffset(1, 7), receivedAt: oldest + 5n };
    const committed: (readonly bigint[])[] = [];
    ledger.answer = (_selection, positions) => {
      committed.push(positions);
      return {
        sums: { ...sums, accepted: 60 },
        missing: 105,
        minutes: [
          { minute: oldest, projectId: 'a', ...sums },
          { minute: oldest, projectId: 'b', ...sums },
        ],
        unbalanced: [{ ...message, projectId: 'a', ...sums }],
        gaps: [
          { ...message, missing: 2, writer: undefined },
          { ...message, missing: 3, writer: 'w.0' },
        ],
      };
    };

    const { status, body, headers } = await get();

    const position = { log_partition: 1, log_offset: 7, received_at: expect.any(String) };
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      oldest: expect.stringContaining('2026-05-01T10:00:00'),
      newest: expect.stringContaining('2026-05-01T10:30:00'),
      is_balanced: false,
      ...shownSums,
      accepted: 60,
      missing_messages: 105,
      unread_messages: 5,
      unentered_messages: 12,
      minutes: ['a', 'b'].map((project_id) => ({
        minute: expect.stringContaining('2026-05-01T10:00:00'),
        project_id,
        ...shownSums,
      })),
      unbalanced: [{ ...position, project_id: 'a', ...shownSums }],
      gaps: [
        { ...position, missing: 2 },
        { ...position, missing: 3, writer: 'w.0' },
      ],
    });
    expect(ledger.asked).toEqual([{ oldest, newest: oldest + 1_800_000_000_000n }]);
    expect(committed).toEqual([[toLogOffset(1, 10), toLogOffset(1, 10)]]);
  });

  it('takes the last hour by default, and refuses more than an hour and no time', async () => {
    const { get, ledger, clock } = create();

    const answer = await get({});
    const long = await get({ oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T11:00:01Z' });
    const wrong = await get({ oldest: 'yesterday' });

    const now = clock.nowNs();
    expect(answer.body.is_balanced).toBe(true);
    expect(ledger.asked).toEqual([{ oldest: now - 3_600_000_000_000n, newest: now }]);
    expect([long.status, wrong.status]).toEqual([422, 422]);
    expect(long.body.detail).toMatchObject([{ loc: ['query', 'oldest'] }]);
  });

  it('answers 503 while the store is unavailable', async () => {
    const { get, ledger } = create();
    ledger.answer = () => {
      throw new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true });
    };

    expect((await get()).status).toBe(503);
  });
});
