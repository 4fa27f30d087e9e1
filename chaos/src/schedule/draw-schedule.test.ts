import fc from 'fast-check';
import { usualLengths } from '../run/run-lengths.js';
import { drawn, drawSchedule, type Fault } from './draw-schedule.js';
import { type FaultName, type Form, faultKinds, faultsOf, recoversSlowly } from './fault-kinds.js';

const forms: readonly Form[] = ['embedded', 'services', 'cluster'];
const anySeed = fc.nat({ max: 1_000_000 });
const anyForm = fc.constantFrom(...forms);

function draw(form: Form, seed: number, faults = 3): readonly Fault[] {
  return drawSchedule({ form, seed, faults, loadMs: 30_000 });
}

describe('drawSchedule', () => {
  it('draws the same faults again for the same seed', () => {
    fc.assert(
      fc.property(anyForm, anySeed, (form, seed) => {
        expect(draw(form, seed)).toEqual(draw(form, seed));
      }),
    );
  });

  it('draws other faults or times for another seed', () => {
    fc.assert(
      fc.property(anyForm, anySeed, (form, seed) => {
        expect(draw(form, seed)).not.toEqual(draw(form, seed + 1));
      }),
    );
  });

  it('draws faults of the form only, in order, within the load, each within the bounds of its kind', () => {
    fc.assert(
      fc.property(anyForm, anySeed, fc.integer({ min: 1, max: 8 }), (form, seed, count) => {
        const faults = draw(form, seed, count);

        expect(faults).toHaveLength(count);
        for (const [index, { name, atMs, holdMs }] of faults.entries()) {
          const [shortest, longest] = faultKinds[name].holdMs;
          expect(faultsOf(form)).toContain(name);
          expect(atMs).toBeGreaterThan(faults[index - 1]?.atMs ?? 0);
          expect(atMs).toBeLessThan(30_000);
          expect(holdMs).toBeGreaterThanOrEqual(shortest);
          expect(holdMs).toBeLessThanOrEqual(longest);
        }
      }),
    );
  });

  it('draws one fault only if that is wanted', () => {
    const names = drawSchedule({
      form: 'cluster',
      seed: 3,
      faults: 4,
      loadMs: 30_000,
      only: 'leader-killed',
    }).map(({ name }) => name);

    expect(new Set(names)).toEqual(new Set(['leader-killed']));
  });

  it('never draws a fault that the machine cannot inject, and all others often enough', () => {
    const without = ['log-disk-full', 'clickhouse-disk-full'] as const;
    const names = new Set(
      Array.from({ length: drawn.runs }, (_, seed) =>
        drawSchedule({ form: 'embedded', seed, ...usualLengths.embedded, without }),
      ).flatMap((faults) => faults.map(({ name }) => name)),
    );

    const others = faultsOf('embedded').filter((name) => !without.some((no) => no === name));
    expect([...names].toSorted()).toEqual(others.toSorted());
  });

  it('draws at most two faults with a slow recovery for a run of a cluster', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const names = draw('cluster', seed, usualLengths.cluster.faults).map(({ name }) => name);

        expect(names.filter(recoversSlowly).length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it(`draws each fault at least ${drawn.atLeast} times in ${drawn.runs} runs, from any first seed`, () => {
    fc.assert(
      fc.property(anyForm, anySeed, (form, first) => {
        const counts = new Map<FaultName, number>();
        for (let seed = first; seed < first + drawn.runs; seed++) {
          for (const { name } of draw(form, seed, usualLengths[form].faults)) {
            counts.set(name, (counts.get(name) ?? 0) + 1);
          }
        }

        const rare = faultsOf(form).filter((name) => (counts.get(name) ?? 0) < drawn.atLeast);
        expect(rare).toEqual([]);
      }),
    );
  });
});
