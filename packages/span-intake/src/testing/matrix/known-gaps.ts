import { libraryGaps } from './library-gaps.js';

/** Checks that fail until a rule is implemented. A scenario that passes fails the test of the matrix. */
const expectedFailures: Readonly<Record<string, string>> = {};

/** The checks that are known to fail, as `<language>/<cell>/<scenario> keeps <check>`. */
export const gaps: ReadonlySet<string> = new Set([
  ...libraryGaps.flatMap(({ cell, check, scenarios }) => titlesOf(cell, check, scenarios)),
  ...Object.entries(expectedFailures).flatMap(([key, scenarios]) => {
    const [cell, check] = key.split(' keeps ') as [string, string];
    return titlesOf(cell, check, scenarios.split(' '));
  }),
]);

function titlesOf(cell: string, check: string, scenarios: readonly string[]): string[] {
  return scenarios.map((scenario) => `${cell}/${scenario} keeps ${check}`);
}
