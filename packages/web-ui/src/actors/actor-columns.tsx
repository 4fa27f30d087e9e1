import type { Column } from '../parts/lists/row-grid.js';
import { DayAndTime } from '../parts/values/day-and-time.js';
import { readTime } from '../parts/values/format-time.js';
import { writeCost, writeCount, writeDuration } from '../parts/values/write-value.js';
import { ActorId } from './actor-id.js';
import type { Actor, ActorSummary } from './load-actors.js';

const id: Omit<Column<ActorSummary>, 'heading'> = {
  id: 'id',
  width: 'minmax(140px, 2fr)',
  cell: ({ id }) => (
    <b title={id}>
      <ActorId id={id} />
    </b>
  ),
};

const sums: readonly Column<ActorSummary>[] = [
  {
    id: 'last',
    heading: 'Last seen',
    width: '160px',
    cell: ({ last_time }) => <DayAndTime time={last_time} />,
  },
  {
    id: 'length',
    heading: 'Length',
    width: '90px',
    isNumber: true,
    cell: ({ first_time, last_time }) => writeDuration(readTime(last_time) - readTime(first_time)),
  },
  {
    id: 'traces',
    heading: 'Traces',
    width: '70px',
    isNumber: true,
    cell: ({ traces }) => writeCount(traces),
  },
  {
    id: 'tokens',
    heading: 'Tokens',
    width: '90px',
    isNumber: true,
    cell: ({ tokens: { total } }) => writeCount(total),
  },
  {
    id: 'cost',
    heading: 'Cost (USD)',
    width: '90px',
    isNumber: true,
    cell: ({ costs: { total } }) => <span title={String(total)}>{writeCost(total)}</span>,
  },
  {
    id: 'errors',
    heading: 'Errors',
    width: '64px',
    isNumber: true,
    cell: ({ errors }) => errors > 0 && <span className="bad">{writeCount(errors)}</span>,
  },
];

export const actorColumns: Readonly<Record<Actor, readonly Column<ActorSummary>[]>> = {
  session: [{ ...id, heading: 'Session' }, ...sums],
  user: [{ ...id, heading: 'User' }, ...sums],
};
