import { parseGoDuration } from './parse-go-duration.js';

describe('parseGoDuration', () => {
  it.each<[string, bigint | undefined]>([
    ['0', 0n],
    ['100ms', 100_000_000n],
    ['1.5s', 1_500_000_000n],
    ['.5us', 500n],
    ['1.µs', 1000n],
    ['2μs', 2000n],
    ['1h30m', 5_400_000_000_000n],
    ['1h1ns', 3_600_000_000_001n],
    ['0.1ns', 0n],
    ['+3m', 180_000_000_000n],
    ['-1s', -1_000_000_000n],
    ['', undefined],
    ['5', undefined],
    ['s', undefined],
    ['.s', undefined],
    ['1 s', undefined],
    ['1s2', undefined],
    ['1d', undefined],
    ['-', undefined],
  ])('reads %j as %s ns', (text, ns) => {
    expect(parseGoDuration(text)).toBe(ns);
  });
});
