import fc from 'fast-check';
import type { Attempt, LedgerEntry } from '../load/ledger.js';
import { checkLedger, type Found, holds, spanKey } from './check-ledger.js';

const traceId = 'a'.repeat(32);
const spanId = 'b'.repeat(16);
const key = spanKey(traceId, spanId);

function entry(
  attempts: readonly Attempt[],
  deletion: LedgerEntry['deletion'] = 'none',
): LedgerEntry {
  return { traceId, spanIds: [spanId], attempts, deletion };
}

function found(versions: readonly number[], rows = versions.length): Found {
  return { visible: new Map([[key, versions]]), rows: new Map([[key, rows]]) };
}

const nothing: Found = { visible: new Map(), rows: new Map() };
const accepted = { version: 1, outcome: 'accepted' } as const;
const open = { version: 1, outcome: 'open' } as const;
const refused = { version: 1, outcome: 'refused' } as const;

/** A possible state of a store that keeps the promise. `arrives` decides which uncertain attempts are stored. */
interface World {
  readonly entry: LedgerEntry;
  readonly found: Found;
}

const anyAttempt = fc.record({
  outcome: fc.constantFrom('accepted' as const, 'open' as const, 'refused' as const),
  isNewVersion: fc.boolean(),
  arrives: fc.boolean(),
});

const anyWorld: fc.Arbitrary<World> = fc
  .record({
    attempts: fc.array(anyAttempt, { minLength: 1, maxLength: 5 }),
    isDeleted: fc.boolean(),
    mergedRows: fc.nat({ max: 4 }),
  })
  .map(({ attempts: drawn, isDeleted, mergedRows }) => {
    let version = 1;
    const attempts = drawn.map(({ isNewVersion, ...attempt }) => {
      version += isNewVersion ? 1 : 0;
      return { ...attempt, version };
    });
    const arrived = attempts.filter(
      ({ outcome, arrives }) => outcome === 'accepted' || (outcome === 'open' && arrives),
    );
    const versions = isDeleted ? [] : arrived.slice(-1).map((attempt) => attempt.version);
    const rows = Math.max(Math.min(1, arrived.length), arrived.length - mergedRows);
    return {
      entry: entry(attempts, isDeleted ? 'accepted' : 'none'),
      found: found(versions, rows),
    };
  });

describe('checkLedger', () => {
  it('finds no fault in the content of a system that keeps the promise', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        expect(checkLedger([world.entry], world.found)).toMatchObject({
          lost: [],
          duplicated: [],
          outdated: [],
          unwanted: [],
        });
      }),
    );
  });

  it('finds a span that is dropped from any such system', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const isAccepted = world.entry.attempts.some(({ outcome }) => outcome === 'accepted');
        fc.pre(isAccepted && world.entry.deletion === 'none');

        const verdict = checkLedger([world.entry], nothing);

        expect(verdict.lost).toEqual([key]);
        expect(holds(verdict)).toBe(false);
      }),
    );
  });

  it('finds a span that such a system shows twice', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const versions = world.found.visible.get(key) ?? [];
        fc.pre(versions.length > 0);

        const verdict = checkLedger([world.entry], found([...versions, ...versions], 1));

        expect(verdict.duplicated).toEqual([key]);
        expect(holds(verdict)).toBe(false);
      }),
    );
  });

  it('finds a row more than the sender can have caused, although reads show the span once', () => {
    const verdict = checkLedger([entry([open, accepted])], found([1], 3));

    expect(verdict.duplicated).toEqual([key]);
  });

  it('takes each attempt without an answer for one possible row', () => {
    expect(holds(checkLedger([entry([open, accepted])], found([1], 2)))).toBe(true);
    expect(holds(checkLedger([entry([open])], found([1])))).toBe(true);
    expect(holds(checkLedger([entry([open])], nothing))).toBe(true);
  });

  it.each([
    ['of a deleted trace', entry([accepted], 'accepted')],
    ['of a refused request', entry([refused])],
  ])('finds a span %s', (_, ledgerEntry) => {
    expect(checkLedger([ledgerEntry], found([1])).unwanted).toEqual([key]);
  });

  it('finds a span that was never sent, visible or only stored', () => {
    expect(checkLedger([], found([1])).unwanted).toEqual([key]);
    expect(checkLedger([], { visible: new Map(), rows: new Map([[key, 1]]) }).unwanted).toEqual([
      key,
    ]);
  });

  it('finds an earlier version instead of an accepted later one', () => {
    const attempts = [accepted, { version: 2, outcome: 'accepted' } as const];

    expect(checkLedger([entry(attempts)], found([1], 2)).outdated).toEqual([key]);
    expect(holds(checkLedger([entry(attempts)], found([2], 1)))).toBe(true);
  });

  it('takes either version while the later one has no answer', () => {
    const attempts = [accepted, { version: 2, outcome: 'open' } as const];

    expect(holds(checkLedger([entry(attempts)], found([1])))).toBe(true);
    expect(holds(checkLedger([entry(attempts)], found([2])))).toBe(true);
  });

  it('takes a trace whose delete has no answer for present or absent', () => {
    expect(holds(checkLedger([entry([accepted], 'open')], found([1])))).toBe(true);
    expect(holds(checkLedger([entry([accepted], 'open')], nothing))).toBe(true);
  });

  it('counts every span in one group', () => {
    const entries = [
      { ...entry([accepted]), spanIds: ['1', '2'] },
      { ...entry([accepted], 'accepted'), spanIds: ['3'] },
      { ...entry([open]), spanIds: ['4', '5', '6'] },
    ];

    expect(checkLedger(entries, nothing)).toMatchObject({ accepted: 2, deleted: 1, unresolved: 3 });
  });
});
