import fc from 'fast-check';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { type Action, drawAction, entriesOf } from './draw-action.js';
import { Ledger, type Outcome } from './ledger.js';

const ACTIONS = 300;
const anySeed = fc.nat({ max: 1_000_000 });

/** Draws actions. `answer` returns the outcome of each action before the next one is drawn. */
function play(
  seed: number,
  answer: (action: Action) => Outcome,
  { hasEdits = true, hasDeletes = true } = {},
): readonly Action[] {
  const ledger = new Ledger();
  const random = createSeededRandom(seed);
  return Array.from({ length: ACTIONS }, () => {
    const action = drawAction(ledger, { random, hasEdits, hasDeletes });
    const outcome = answer(action);
    for (const entry of entriesOf(action)) {
      entry.isBusy = false;
    }
    if (action.kind === 'delete') {
      action.entry.deletion = outcome;
    }
    if (action.kind === 'write') {
      for (const { entry, version } of action.traces) {
        entry.attempts.push({ version, outcome });
      }
    }
    return action;
  });
}

describe('drawAction', () => {
  it('draws the same requests again for the same seed and answers', () => {
    const accept = () => 'accepted' as const;

    expect(play(7, accept)).toEqual(play(7, accept));
  });

  it('sends a trace again or deletes it only if every attempt was accepted and nothing is under way', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const ledger = new Ledger();
        const random = createSeededRandom(seed);
        for (let index = 0; index < ACTIONS; index++) {
          const known = new Set(ledger.settled());
          const before = ledger.entries.length;
          const action = drawAction(ledger, { random, hasEdits: true });
          const isNew = ledger.entries.length > before;

          for (const entry of entriesOf(action)) {
            expect(isNew || known.has(entry)).toBe(true);
            expect(entry.isBusy).toBe(true);
            entry.attempts.push({ version: 1, outcome: random.pick(['accepted', 'open']) });
            entry.isBusy = random.below(2) === 0;
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('deletes no trace unless that is wanted', () => {
    const kinds = (hasDeletes: boolean) =>
      new Set(play(1, () => 'accepted', { hasDeletes }).map(({ kind }) => kind));

    expect(kinds(true)).toContain('delete');
    expect(kinds(false)).not.toContain('delete');
  });

  it('sends no span with another content unless that is wanted', () => {
    const versions = play(1, () => 'accepted', { hasEdits: false }).flatMap((action) =>
      action.kind === 'write' ? action.traces.map(({ version }) => version) : [],
    );

    expect(new Set(versions)).toEqual(new Set([1]));
  });

  it('draws writes, repeated and changed traces, deletes, faulty spans and garbage', () => {
    const actions = play(1, () => 'accepted');
    const writes = actions.filter((action) => action.kind === 'write');

    expect(actions.some(({ kind }) => kind === 'delete')).toBe(true);
    expect(actions.some(({ kind }) => kind === 'garbage')).toBe(true);
    expect(writes.some(({ traces }) => traces.length > 1)).toBe(true);
    expect(writes.some(({ traces }) => traces.some(({ version }) => version > 1))).toBe(true);
    expect(writes.some(({ traces }) => traces.some(({ entry }) => entry.attempts.length > 1))).toBe(
      true,
    );
    expect(writes.some(({ traces, faultySpans }) => traces.length > 0 && faultySpans > 0)).toBe(
      true,
    );
    expect(writes.some(({ traces, faultySpans }) => traces.length === 0 && faultySpans > 0)).toBe(
      true,
    );
  });
});
