import type { Outline } from '../outline/outline.js';
import { sumGroups } from './span-groups.js';

/** Builds an outline from the name, service, duration and status of each span. */
function outlineOf(rows: readonly (readonly [string, string, number, number])[]) {
  const texts = [...new Set(rows.flatMap((row) => row.slice(0, 2).map(String)))];
  const numbers = Float64Array.from(rows, () => 1);
  const outline: Partial<Outline> = {
    texts,
    name: Int32Array.from(rows, ([name]) => texts.indexOf(name)),
    service: Int32Array.from(rows, ([, service]) => texts.indexOf(service)),
    duration: Float64Array.from(rows, ([, , duration]) => duration),
    status: Uint8Array.from(rows, ([, , , status]) => status),
    tokens: numbers,
    costs: numbers,
  };
  return { outline: outline as Outline, times: { self: numbers, path: numbers } };
}

describe('sumGroups', () => {
  it('groups spans by name and service', () => {
    const { outline, times } = outlineOf([
      ['search', 'shop', 10, 0],
      ['search', 'shop', 20, 2],
      ['search', 'bot', 5, 0],
    ]);

    expect(sumGroups(outline, times)).toEqual([
      {
        name: 'search',
        service: 'shop',
        count: 2,
        sum: 30,
        self: 2,
        path: 2,
        p50: 15,
        p95: 19.5,
        tokens: 2,
        cost: 2,
        failed: 1,
        longest: 1,
      },
      {
        name: 'search',
        service: 'bot',
        count: 1,
        sum: 5,
        self: 1,
        path: 1,
        p50: 5,
        p95: 5,
        tokens: 1,
        cost: 1,
        failed: 0,
        longest: 2,
      },
    ]);
  });
});
