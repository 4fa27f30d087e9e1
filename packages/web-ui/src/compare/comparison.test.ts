import type { Outline } from '../trace/outline/outline.js';
import {
  changeOfRow,
  compareTraces,
  isDifferent,
  keyOfRow,
  nextDifference,
  rowOfKey,
  rowsBySize,
} from './comparison.js';

interface Step {
  readonly name: string;
  readonly parent: number;
  readonly ms: number;
  readonly status?: number;
  readonly tokens?: number;
}

function outlineOf(prefix: string, steps: readonly Step[]): Outline {
  const texts = steps.map(({ name }) => name);
  const none = new Int32Array(steps.length).fill(-1);
  return {
    parent: Int32Array.from(steps, ({ parent }) => parent),
    name: Int32Array.from(steps, (_, at) => at),
    type: none,
    service: none,
    texts,
    ids: BigUint64Array.from(steps, (_, at) => BigInt(`0x${prefix}${at}`)),
    duration: Float64Array.from(steps, ({ ms }) => ms * 1e6),
    tokensAll: Float64Array.from(steps, ({ tokens = 0 }) => tokens),
    costsAll: new Float64Array(steps.length),
    status: Uint8Array.from(steps, ({ status = 0 }) => status),
  } as Partial<Outline> as Outline;
}

const a = outlineOf('a', [
  { name: 'ask', parent: -1, ms: 1000 },
  { name: 'search', parent: 0, ms: 100 },
  { name: 'draft', parent: 0, ms: 800, status: 2, tokens: 9000 },
]);
const b = outlineOf('b', [
  { name: 'ask', parent: -1, ms: 300 },
  { name: 'search', parent: 0, ms: 98 },
  { name: 'rerank', parent: 0, ms: 20 },
  { name: 'draft', parent: 0, ms: 150, tokens: 2100 },
]);
const comparison = { a, b, ...compareTraces({ a, b }) };

describe('compareTraces', () => {
  it('returns the change of a row, and the trace that lacks a span', () => {
    const changes = [...comparison.rows.parent.keys()].map((row) => changeOfRow(comparison, row));

    expect(changes).toEqual([
      { side: 'both', duration: -700e6, tokens: 0, cost: 0, failed: [] },
      { side: 'both', duration: -2e6, tokens: 0, cost: 0, failed: [] },
      { side: 'b', duration: 20e6, tokens: 0, cost: 0, failed: [] },
      { side: 'both', duration: -650e6, tokens: -6900, cost: 0, failed: ['A'] },
    ]);
  });

  it('steps through the differences and wraps around, past nearly equal rows', () => {
    const rows = Int32Array.of(0, 1, 2, 3);

    expect([...rows].map((row) => isDifferent(comparison, row))).toEqual([true, false, true, true]);
    expect(nextDifference(comparison, { rows, selected: 0, by: 1 })).toBe(2);
    expect(nextDifference(comparison, { rows, selected: 3, by: 1 })).toBe(0);
    expect(nextDifference(comparison, { rows, selected: 0, by: -1 })).toBe(3);
  });

  it('orders rows by the size of the difference', () => {
    expect([...rowsBySize(comparison)]).toEqual([0, 3, 2, 1]);
  });

  it('finds each row by its key, and none by another', () => {
    const keys = [0, 1, 2, 3].map((row) => keyOfRow(comparison, row));

    expect(keys.map((key) => key.replace(/0{14}/g, ''))).toEqual([
      'a0-b0',
      'a1-b1',
      '-b2',
      'a2-b3',
    ]);
    expect(keys.map((key) => rowOfKey(comparison, key))).toEqual([0, 1, 2, 3]);
    expect(
      ['', '-', keys[0]?.replace(/b0$/, 'b1'), 'x-y', keys[0]?.slice(0, 16)].map((key) =>
        rowOfKey(comparison, key),
      ),
    ).toEqual(Array.from({ length: 5 }));
  });
});
