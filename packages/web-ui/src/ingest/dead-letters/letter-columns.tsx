import type { Column } from '../../parts/lists/row-grid.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import type { DeadLetter } from './dead-letter.js';

const columns: readonly Column<DeadLetter>[] = [
  {
    id: 'time',
    heading: 'Time',
    width: '148px',
    cell: ({ recorded_at }) => <DayAndTime time={recorded_at} />,
  },
  { id: 'stage', heading: 'Stage', width: '60px', cell: ({ stage }) => stage },
  {
    id: 'rows',
    heading: 'Spans',
    width: '50px',
    isNumber: true,
    cell: ({ rows }) => writeCount(rows),
  },
  {
    id: 'reason',
    heading: 'Reason',
    width: 'minmax(200px, 1fr)',
    cell: ({ reason, retried_at }) => (
      <span className="bad" title={reason}>
        {retried_at !== undefined && <span className="quiet">refused again: </span>}
        <MarkedText text={reason} />
      </span>
    ),
  },
];

const position: Column<DeadLetter> = {
  id: 'place',
  heading: 'Place in the log',
  width: '130px',
  cell: (letter) => <span className="mono quiet">{writeLogPosition(letter)}</span>,
};

/**
 * Columns of the list, without and with an open dead letter. An open letter shows its log position, so the column of
 * log positions is omitted to leave more space for the reasons.
 */
export const letterColumns = { alone: [...columns, position], withLetter: columns } as const;

/** Formats a log position as partition, offset and first row: `p0 1532+4`. */
export function writeLogPosition({ log_partition, log_offset, first_row }: DeadLetter): string {
  return `p${log_partition} ${log_offset}+${first_row}`;
}
