import { checkIntake, createFuzzBody } from './testing/fuzz.js';

const BODIES = 2500;

describe('intake of broken bodies', () => {
  it('answers every body with canonical spans or a documented refusal', () => {
    const firstSeed = Date.now() % 2 ** 31;
    let accepted = 0;

    for (let seed = firstSeed; seed < firstSeed + BODIES; seed++) {
      try {
        accepted += checkIntake(createFuzzBody(seed));
      } catch (error) {
        throw new Error(`the body of seed ${seed}`, { cause: error });
      }
    }

    expect(accepted).toBeGreaterThan(BODIES / 10); // Enough spans remain valid after the mutations.
  });
});
