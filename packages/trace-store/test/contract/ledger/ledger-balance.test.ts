import { describeOnClickHouse, noSums } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { type SentMessage, useLedgerWorld } from './ledger-world.js';

/** Generates the messages of a block. Each message is given by its numbers of stored spans and dead letters. */
const anyBlock = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 })), {
  minLength: 1,
  maxLength: 4,
});

describeOnClickHouse('the balance of the ledger', (url, runs) => {
  const world = useLedgerWorld(url);
  let nextSpan = 0;

  /** Creates spans of one trace with different ids. */
  const spansOf = (count: number, trace = 1) =>
    Array.from({ length: count }, () => ({ trace, span: ++nextSpan }));
  const enter = async (messages: readonly SentMessage[]) => {
    const entries = await world.store(messages);
    await world.ledger.enter(entries);
    return entries;
  };
  const sumsOf = async (by?: 'time' | 'position') => {
    const { minutes, sums, unbalanced, gaps } = await world.balance(by);
    const inMinutes = minutes.map(({ minute, projectId, ...rest }) => rest);
    expect(inMinutes).toEqual(sums.accepted === 0 || by === 'position' ? [] : [sums]);
    return { sums, unbalanced, gaps };
  };

  /** Resolves with the sums by time and by position. */
  const bothSums = async () => [await sumsOf('time'), await sumsOf('position')];

  it('is complete for any blocks, and names the message of a missing row', async () => {
    const sequence = fc.array(anyBlock, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(sequence, fc.nat(), async (blocks, choice) => {
      world.renew();
      const sent: { message: SentMessage; position: bigint }[] = [];
      for (const block of blocks) {
        const messages = block.map(([stored, dead]) => ({ stored: spansOf(stored), dead }));
        const entries = await enter(messages);
        sent.push(
          ...messages.map((message, index) => ({
            message,
            position: entries[index]?.logOffset ?? 0n,
          })),
        );
      }
      const stored = blocks.flat().reduce((sum, [count]) => sum + count, 0);
      const deadLettered = blocks.flat().reduce((sum, [, count]) => sum + count, 0);
      const expected = { ...noSums, accepted: stored + deadLettered, stored, deadLettered };

      const balanced = { sums: expected, unbalanced: [], gaps: [] };
      expect(await bothSums()).toEqual([balanced, balanced]);

      const withRows = sent.filter(({ message }) => message.stored.length > 0);
      const victim = withRows[choice % Math.max(1, withRows.length)];
      const [row] = victim?.message.stored ?? [];
      if (victim !== undefined && row !== undefined) {
        await world.loseRow(row.trace, row.span);
        const broken = {
          sums: { ...expected, stored: stored - 1, unaccounted: 1 },
          unbalanced: [{ logOffset: victim.position, unaccounted: 1 }],
        };
        expect(await bothSums()).toMatchObject([broken, broken]);
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

    expect(removed.sums).toEqual({ ...noSums, accepted: 6, stored: 2, removed: 4 });
    expect((await sumsOf()).sums).toEqual({
      ...noSums,
      accepted: 6,
      stored: 1,
      removed: 4,
      unaccounted: 1,
    });
  });

  it('counts the rows of a retry with the retry, although they were received earlier', async () => {
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
      sums: { ...noSums, accepted: 5, stored: 3, deadLettered: 2 },
      unbalanced: [],
      gaps: [],
    });
    expect((await sumsOf('position')).unbalanced).toMatchObject([
      { logOffset: retry?.logOffset, accepted: 2, stored: 1, unaccounted: 1 },
    ]);
  });

  it('counts a block once that is stored twice, or read again and cut differently', async () => {
    const messages = [{ stored: spansOf(2) }, { stored: spansOf(3) }];
    const entries = await world.store(messages);
    await world.ledger.enter(entries);
    const [first, second] = entries.map(({ logOffset }) => logOffset);
    const blocks = [[messages[0]], [messages[1]]] as const;
    for (const [index, [message]] of blocks.entries()) {
      const position = [first, second][index] ?? 0n;
      const rowsReceivedAt = world.receivedAtOf(position);
      await world.store(message === undefined ? [] : [{ ...message, rowsReceivedAt }], position);
      await world.ledger.enter(
        entries.slice(index, index + 1).map((entry) => ({ ...entry, blockOffset: position })),
      );
    }

    const { minutes, gaps } = await world.balance();

    expect(minutes).toMatchObject([{ ...noSums, accepted: 5, stored: 5 }]);
    expect(gaps).toEqual([]);
    const [lost] = messages[1]?.stored ?? [];
    await world.loseRow(lost?.trace ?? 0, lost?.span ?? 0);
    const broken = { sums: { ...noSums, accepted: 5, stored: 4, unaccounted: 1 } };
    expect(await bothSums()).toMatchObject([broken, broken]);
  });

  it('reports uncommitted rows as pending, and missing rows as expired after their retention', async () => {
    const committed = world.here();
    const [pending] = await world.store([{ stored: spansOf(1), dead: 0, entry: { spanCount: 3 } }]);
    await world.ledger.enter(pending === undefined ? [] : [pending]);
    const before = await world.balance('time', committed);
    await world.ledger.enter(pending === undefined ? [] : [{ ...pending, retentionDays: 1 }]);

    expect(before.minutes).toMatchObject([{ ...noSums, accepted: 3, stored: 1, pending: 2 }]);
    expect((await world.balance()).minutes).toMatchObject([
      { ...noSums, accepted: 3, stored: 1, expired: 2 },
    ]);
  });

  it('sums the spans of all messages, and names the first hundred unbalanced ones', async () => {
    const lost = Array.from({ length: 103 }, () => ({ stored: [], entry: { spanCount: 2 } }));
    const entries = await world.store(lost);
    await world.ledger.enter(entries);

    const { sums, unbalanced } = await sumsOf();

    expect(sums).toEqual({ ...noSums, accepted: 206, unaccounted: 206 });
    expect(unbalanced.map(({ logOffset }) => logOffset)).toEqual(
      entries.slice(0, 100).map(({ logOffset }) => logOffset),
    );
  });

  it('reports missing rows of an earlier version as expired after a day, because their retention is unknown', async () => {
    const entry = { retentionDays: undefined, spanCount: 3, origin: undefined };
    const [sent] = await world.store([{ stored: spansOf(1), entry }]);
    await world.ledger.enter(sent === undefined ? [] : [sent]);

    expect((await sumsOf()).sums).toEqual({ ...noSums, accepted: 3, stored: 1, expired: 2 });
  });

  it('accepts messages of an earlier version, which have no number', async () => {
    const entry = { origin: undefined, retentionDays: undefined };
    await enter([{ stored: spansOf(2), entry }, { stored: spansOf(1) }]);

    expect(await sumsOf()).toEqual({
      sums: { ...noSums, accepted: 3, stored: 3 },
      unbalanced: [],
      gaps: [],
    });
  });
});
