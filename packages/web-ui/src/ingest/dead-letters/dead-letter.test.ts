import { isStage, readPaths } from './dead-letter.js';

describe('readPaths', () => {
  it('takes one path from each line, once and without the space around it', () => {
    expect(readPaths(' customer.tier \n\r\n\na b.c\ncustomer.tier\n')).toEqual([
      'customer.tier',
      'a b.c',
    ]);
    expect(readPaths(' \n ')).toEqual([]);
  });
});

describe('isStage', () => {
  it('knows the two stages and nothing else', () => {
    expect(['insert', 'decode'].every(isStage)).toBe(true);
    expect(['', 'Insert', 'toString', undefined].some(isStage)).toBe(false);
  });
});
