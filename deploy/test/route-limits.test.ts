import { runModule } from './run-check.js';

/** Returns the problems that the check finds in an HTTPRoute. `sizes` contains the number of matches in each rule. */
function problemsOf(sizes: readonly number[]): string {
  const rules = sizes.map((size) => ({
    matches: Array.from({ length: size }, () => ({ path: { type: 'Exact', value: '/x' } })),
    backendRefs: [{ name: 'any' }],
  }));
  return runModule(`
    import { checkRouting } from './helm/check-routing.mjs';
    const [first] = checkRouting([{ kind: 'HTTPRoute', spec: { rules: ${JSON.stringify(rules)} } }]);
    console.log(first);
  `);
}

describe('the matches of an HTTPRoute', () => {
  it.each([
    ['65 in a rule', [65]],
    ['129 in all', [64, 64, 1]],
  ])('are too many: %s', (_, sizes) => {
    expect(problemsOf(sizes)).toContain('too many matches');
  });

  it('may be 64 in a rule and 128 in all', () => {
    expect(problemsOf([64, 64])).toMatch(/^[A-Z]+ \/\S+ reaches \w+, not /);
  });
});
