import { checks } from './testing/matrix/checks.js';
import { gaps } from './testing/matrix/library-gaps.js';
import { recordedCells, spansOf } from './testing/matrix/recorded-cells.js';
import { readSendersTable } from './testing/matrix/senders-table.js';

const cells = recordedCells();
const cases = cells.flatMap(({ scenarios }) =>
  scenarios.flatMap((scenario) =>
    Object.entries(checks).map(([check, findFaults]) => ({
      title: `${scenario.name} keeps ${check}`,
      problems: () => findFaults(scenario, spansOf(scenario)),
    })),
  ),
);

const someProblems = expect.arrayContaining([expect.any(String)]);

it.each(cases)('$title', ({ title, problems }) => {
  expect(problems()).toEqual(gaps.has(title) ? someProblems : []);
});

it('has gaps only for existing checks', () => {
  const titles = cases.map(({ title }) => title);

  expect([...gaps].filter((gap) => !titles.includes(gap))).toEqual([]);
});

it('equals the matrix in docs/senders.md', () => {
  const { stored, generated } = readSendersTable(cells);

  expect(stored).toBe(generated);
});
