import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { type LedgerWorld, openLedgerWorld, type SentMessage } from './ledger-world.js';

const nothing = {
  accepted: 0,
  stored: 0,
  deadLettered: 0,
  removed: 0,
  expired: 0,
  pending: 0,
  unaccounted: 0,
};

/** Messages of a block, by the number of stored spans and of dead letters of each. */
const anyBlock = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 })), {
  minLength: 1,
  maxLength: 4,
});

describeOnClickHouse('the balance of the ledger', (url, runs) => {
  let world: LedgerWorld;
  let nextSpan = 0;

  beforeAll(async () => {
    world = await openLedgerWorld(url);
  });
  beforeEach(() => world.renew());
  afterAll(() => world?.close());

  /** Spans of a trace with ids of their own. */
  const spansOf = (count: number, trace = 1) =>
    Array.from({ length: count }, () => ({ trace, span: ++nextSpan }));
  const enter = async (messages: readonly SentMessage[]) => {
    const entries = await world.store(messages);
    await world.ledger.enter(entries);
    return entries;
  };
  const sumsOf = async (by?: 'time' | 'place') => {
    const { minutes, unbalanced, gaps } = await world.balance(by);
    const [sums] = minutes.map(({ minute, projectId, ...rest }) => rest);
    return { sums, unbalanced, gaps };
  };

  it('adds up for any blocks, and names the message of a row that is missing', async () => {
    const sequence = fc.array(anyBlock, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(sequence, fc.nat(), async (blocks, choice) => {
      world.renew();
      const sent: { message: SentMessage; place: bigint }[] = [];
      for (const block of blocks) {
        const messages = block.map(([stored, dead]) => ({ stored: spansOf(stored), dead }));
        const entries = await enter(messages);
        sent.push(
          ...messages.map((message, index) => ({
            message,
            place: entries[index]?.logOffset ?? 0n,
          })),
        );
      }
      const stored = blocks.flat().reduce((sum, [count]) => sum + count, 0);
      const deadLettered = blocks.flat().reduce((sum, [, count]) => sum + count, 0);
      const expected = { ...nothing, accepted: stored + deadLettered, stored, deadLettered };

      for (const by of ['time', 'place'] as const) {
        const { sums = nothing, ...rest } = await sumsOf(by);
        expect({ sums, ...rest }).toEqual({ sums: expected, unbalanced: [], gaps: [] });
      }

      const withRows = sent.filter(({ message }) => message.stored.length > 0);
      const victim = withRows[choice % Math.max(1, withRows.length)];
      const [row] = victim?.message.stored ?? [];
      if (victim !== undefined && row !== undefined) {
        await world.loseRow(row.trace, row.span);
        const { sums, unbalanced } = await sumsOf();
        expect(sums).toEqual({ ...expected, stored: stored - 1, unaccounted: 1 });
        expect(unbalanced).toMatchObject([{ logOffset: victim.place, unaccounted: 1 }]);
      }
    });

    await fc.assert(property, { numRuns: runs(10) });
  });

  it('counts the rows of a deleted trace as removed, and no other missing row', async () => {
    const [kept, lost] = spansOf(2, 2);
    if (kept === undefined || lost === undefined) {
      throw new Error('no spans');
    }
    await enter([{ stored: [...spansOf(3, 1), kept] }, { stored: [lost, ...spansOf(1, 1)] }]);

    await world.remove(1);
    const removed = await sumsOf();
    await world.loseRow(lost.trace, lost.span);

    expect(removed.sums).toEqual({ ...nothing, accepted: 6, stored: 2, removed: 4 });
    expect((await sumsOf()).sums).toEqual({
      ...nothing,
      accepted: 6,
      stored: 1,
      removed: 4,
      unaccounted: 1,
    });
  });

  it('counts the rows of a retry for the retry, although they were received earlier', async () => {
    const [refused] = await enter([{ stored: spansOf(1), dead: 2 }]);
    const again = {
      stored: spansOf(2),
      entry: { isRetry: true },
      ...(refused !== undefined && { rowsReceivedAt: refused.receivedAt }),
    };
    const [retry] = await enter([again]);
    const before = await sumsOf();
    const [row] = again.stored;
    await world.loseRow(row?.trace ?? 0, row?.span ?? 0);

    expect(before).toEqual({
      sums: { ...nothing, accepted: 5, stored: 3, deadLettered: 2 },
      unbalanced: [],
      gaps: [],
    });
    expect((await sumsOf('place')).unbalanced).toMatchObject([
      { logOffset: retry?.logOffset, accepted: 2, stored: 1, unaccounted: 1 },
    ]);
  });

  it('does not count a block twice that is stored twice, nor one that is read again and cut otherwise', async () => {
    const messages = [{ stored: spansOf(2) }, { stored: spansOf(3) }];
    const entries = await world.store(messages);
    await world.ledger.enter(entries);
    const [first, second] = entries.map(({ logOffset }) => logOffset);
    const blocks = [[messages[0]], [messages[1]]] as const;
    for (const [index, [message]] of blocks.entries()) {
      const place = [first, second][index] ?? 0n;
      const rowsReceivedAt = world.receivedAtOf(place);
      await world.store(message === undefined ? [] : [{ ...message, rowsReceivedAt }], place);
      await world.ledger.enter(
        entries.slice(index, index + 1).map((entry) => ({ ...entry, blockOffset: place })),
      );
    }

    const { minutes, gaps } = await world.balance();

    expect(minutes).toMatchObject([{ ...nothing, accepted: 5, stored: 5 }]);
    expect(gaps).toEqual([]);
  });

  it('calls what is not committed pending, and missing rows expired once their time is over', async () => {
    const committed = world.here();
    const [pending] = await world.store([{ stored: spansOf(1), dead: 0, entry: { spanCount: 3 } }]);
    await world.ledger.enter(pending === undefined ? [] : [pending]);
    const before = await world.balance('time', committed);
    await world.ledger.enter(pending === undefined ? [] : [{ ...pending, retentionDays: 1 }]);

    expect(before.minutes).toMatchObject([{ ...nothing, accepted: 3, stored: 1, pending: 2 }]);
    expect((await world.balance()).minutes).toMatchObject([
      { ...nothing, accepted: 3, stored: 1, expired: 2 },
    ]);
  });

  it('names the message after missing offsets, and after missing numbers of a writer, and counts a message once', async () => {
    await enter([{ stored: spansOf(1) }, { stored: spansOf(1) }]);
    world.skip();
    world.skip();
    const [afterOffsets] = await enter([{ stored: spansOf(1) }]);
    const other = { writer: 'another', number: 1 };
    await enter([{ stored: spansOf(1), entry: { origin: other } }]);
    const [afterNumbers] = await enter([
      { stored: spansOf(1), entry: { origin: { ...other, number: 5 } } },
    ]);

    const { gaps } = await world.balance();

    expect(gaps).toMatchObject([
      { logOffset: afterOffsets?.logOffset, missing: 2, writer: undefined },
      { logOffset: afterNumbers?.logOffset, missing: 3, writer: 'another' },
    ]);
  });

  it('takes messages of an earlier version, which have no number', async () => {
    const entry = { origin: undefined, retentionDays: undefined };
    await enter([{ stored: spansOf(2), entry }, { stored: spansOf(1) }]);

    expect(await sumsOf()).toEqual({
      sums: { ...nothing, accepted: 3, stored: 3 },
      unbalanced: [],
      gaps: [],
    });
  });
});
