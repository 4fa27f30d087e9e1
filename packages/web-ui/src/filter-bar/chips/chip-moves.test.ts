import { readFilterText } from '../parse-filter-text.js';
import { chipToEdit, isChip, nextChip, valueOfChip } from './chip-moves.js';

const text = 'status:error -duration>5s (.a:"x y" or timeout) ';
const chips = readFilterText(text).placed;

function textOf(range: { from: number; to: number } | undefined) {
  return range && text.slice(range.from, range.to);
}

function caret(at: number) {
  return { from: at, to: at };
}

describe('the chips of a filter text', () => {
  it('are its conditions, also those inside groups', () => {
    expect(chips.map(textOf)).toEqual(['status:error', '-duration>5s', '.a:"x y"', 'timeout']);
  });

  it('end before a mistake', () => {
    expect(readFilterText('status:error (name:').placed.map(({ from }) => from)).toEqual([0]);
  });

  it('are not being typed', () => {
    const [first] = chips;
    const visible = (at: number) => first && isChip(first, caret(at));
    expect([visible(0), visible(12), visible(13)]).toEqual([false, false, true]);
    expect(first && isChip(first, { from: 0, to: 12 })).toBe(true);
    expect(first && isChip(first, undefined)).toBe(true);
  });

  it('follow each other in both directions', () => {
    const end = text.length;
    const left = nextChip(chips, caret(end), -1);
    expect(textOf(left)).toBe('timeout');
    expect(textOf(left && nextChip(chips, left, -1))).toBe('.a:"x y"');
    expect(textOf(nextChip(chips, caret(0), 1))).toBe('status:error');
    expect(textOf(chips[0] && nextChip(chips, chips[0], 1))).toBe('-duration>5s');
    expect(nextChip(chips, caret(0), -1)).toBeUndefined();
  });

  it('are edited at the space behind them, and then their value is selected', () => {
    const edited = chipToEdit(chips, text, caret('status:error '.length));
    expect(textOf(edited)).toBe('status:error');
    expect(textOf(edited && valueOfChip(text, edited))).toBe('error');
    expect(textOf(chips[1] && valueOfChip(text, chips[1]))).toBe('5s');
    expect(textOf(chips[3] && valueOfChip(text, chips[3]))).toBe('timeout');
    expect(chipToEdit(chips, text, caret('status:error'.length))).toBeUndefined();
  });
});
