import { nameOfKey } from './list-keys.js';

describe('nameOfKey', () => {
  it.each([
    ['j', 'j'],
    [' ', 'Space'],
    ['Escape', 'Esc'],
    ['Enter', 'Enter'],
    ['ArrowDown', '↓'],
    ['Shift-ArrowLeft', 'Shift-←'],
    ['Shift-f', 'Shift-f'],
    ['g e', 'g e'],
    ['*', '*'],
  ])('writes %j as %s', (key, name) => {
    expect(nameOfKey(key)).toBe(name);
  });
});
