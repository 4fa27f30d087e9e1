import type { IndexedDeadLetter } from '../dead-letter-index.js';

export function aDeadLetter(members: Partial<IndexedDeadLetter> = {}): IndexedDeadLetter {
  return {
    logId: 'a-log',
    position: { partition: 1, offset: 12 },
    firstRow: 3,
    rowCount: 1,
    projectId: '00000000-0000-0000-0000-000000000000',
    stage: 'insert',
    reason: '469: constraint start_time_is_known is violated \u0000 “ё”',
    ...members,
  };
}
