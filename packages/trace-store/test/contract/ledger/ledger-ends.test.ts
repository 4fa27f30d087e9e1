import { generationOf, partitionOffsetOf, toLogOffset } from '@spanhouse/span-row';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { type LedgerSelection, toEndEntry } from '@spanhouse/trace-store/writer';
import { useLedgerWorld } from './ledger-world.js';

const MINUTE_NS = 60_000_000_000n;
const signal = new AbortController().signal;
const plain = { stored: [{ trace: 1, span: 1 }] };

describeOnClickHouse('a log that was created again before it was stored', (url) => {
  const world = useLedgerWorld(url);
  /** Enters an end of the log before which `unread` messages are not stored yet. */
  const enterEnd = (unread: number) => {
    const position = world.here();
    const committed = Number(partitionOffsetOf(position));
    const entry = toEndEntry({
      logId: 'the-log',
      generation: Number(generationOf(position)),
      partition: world.partition,
      committed,
      end: committed + unread,
      seenAt: world.minute + 1n,
    });
    return world.ledger.enter([entry]);
  };
  const ofMinute = (): LedgerSelection => ({
    oldest: world.minute,
    newest: world.minute + MINUTE_NS,
  });
  /** Runs the audit on a new log of the given generation. No message of this log has been read yet. */
  const balanceIn = (generation: number, selection = ofMinute()) => {
    const committed = Array.from({ length: world.partition + 1 }, () => toLogOffset(generation, 0));
    return world.audit.balance(selection, committed, signal);
  };

  it('misses the messages up to its end', async () => {
    await world.ledger.enter(await world.store([plain]));
    await enterEnd(4);

    const { sums, gaps, missing } = await balanceIn(2);

    const logOffset = world.here() + 4n;
    expect(missing).toBe(4);
    expect(gaps).toEqual([
      {
        logPartition: world.partition,
        logOffset,
        receivedAt: world.minute + 1n,
        missing: 4,
        writer: undefined,
      },
    ]);
    expect(sums).toMatchObject({ accepted: 1, stored: 1, unaccounted: 0 });
  });

  it('misses the same messages after messages of the next log are entered', async () => {
    await world.ledger.enter(await world.store([plain]));
    await enterEnd(4);
    const ofNextLog = { logOffset: toLogOffset(2, 0), origin: undefined };
    await world.ledger.enter(await world.store([{ stored: [], entry: ofNextLog }]));

    expect(await balanceIn(2)).toMatchObject({ missing: 4 });
  });

  it('misses only messages without a later entry', async () => {
    await world.ledger.enter(await world.store([plain]));
    await enterEnd(4);
    await world.ledger.enter(await world.store([plain, plain, plain]));

    expect(await balanceIn(2)).toMatchObject({ missing: 1 });
  });

  it('misses the messages up to the later of two ends once', async () => {
    await enterEnd(4);
    await enterEnd(6);

    const { gaps, missing } = await balanceIn(2);

    expect([gaps.length, missing]).toEqual([1, 6]);
  });

  it('ignores an entry that was given up', async () => {
    const [entry] = await world.store([plain]);
    const given = world.ledger.enter(entry === undefined ? [] : [entry], AbortSignal.abort());

    await expect(given).rejects.toMatchObject({ retryable: true });
    expect((await world.balance()).sums.accepted).toBe(0);
  });

  it('misses nothing while it continues', async () => {
    await world.ledger.enter(await world.store([plain]));
    await enterEnd(4);

    expect(await world.balance()).toMatchObject({ missing: 0, gaps: [] });
    expect(await world.balance('position')).toMatchObject({ missing: 0, gaps: [] });
    expect(await world.entered()).toBe(world.here());
  });

  it('is found again by the missing positions, and by no others', async () => {
    await enterEnd(4);
    const positions = (first: bigint, last: bigint): LedgerSelection => {
      const nothing = new Array<bigint>(world.partition).fill(toLogOffset(1, 0));
      return { from: [...nothing, first], to: [...nothing, last] };
    };
    const end = world.here() + 4n;

    expect(await balanceIn(2, positions(world.here(), end + 1n))).toMatchObject({ missing: 4 });
    expect(await balanceIn(2, positions(world.here(), end))).toMatchObject({ missing: 0 });
  });
});
