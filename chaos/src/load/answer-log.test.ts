import { AnswerLog } from './answer-log.js';

function logOf(...times: readonly number[]): AnswerLog {
  const log = new AnswerLog();
  for (const atMs of times) {
    log.add({ outcome: 'accepted', isWrite: true }, atMs);
  }
  return log;
}

describe('AnswerLog', () => {
  it('finds the longest time without an accepted write', () => {
    expect(logOf(10, 20, 90, 95).longestStallMs(0, 100)).toBe(70);
  });

  it('counts only the part of a stall that lies within the bounds', () => {
    expect(logOf(0, 200).longestStallMs(50, 100)).toBe(50);
    expect(logOf(60, 200).longestStallMs(50, 100)).toBe(40);
  });

  it('takes neither an accepted delete nor an attempt without an answer for an accepted write', () => {
    const log = logOf(10);
    log.add({ outcome: 'accepted', isWrite: false }, 50);
    log.add({ outcome: 'open', isWrite: true }, 60);

    expect(log.longestStallMs(0, 100)).toBe(90);
  });

  it('returns when a write was first answered 503 after a time', () => {
    const log = new AnswerLog();
    log.add({ outcome: 'open', isWrite: false, status: 503 }, 20);
    log.add({ outcome: 'open', isWrite: true, status: 429 }, 25);
    log.add({ outcome: 'open', isWrite: true, status: 503 }, 30);
    log.add({ outcome: 'open', isWrite: true, status: 503 }, 40);

    expect([log.firstUnavailableMs(10), log.firstUnavailableMs(30)]).toEqual([30, 40]);
    expect(log.firstUnavailableMs(40)).toBeUndefined();
  });

  it('counts answers by their outcome, and keeps complaints', () => {
    const log = logOf(10);
    log.add({ outcome: 'refused', complaint: 'one span is not named', isWrite: true });

    expect(log.counts).toEqual({ accepted: 1, refused: 1, open: 0 });
    expect(log.complaints).toEqual(['one span is not named']);
  });
});
