import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from '../../url/time-window.js';
import { type Day, dayAt, windowOfDays } from './days.js';
import { addMonths, dayAfterKey, daysBetween, inOrder, nameOfDay, weeksOf } from './month.js';
import styles from './window.module.css';
import type { WindowPanelProps } from './window-panel-props.js';

const NS_PER_MS = 1_000_000n;

/** Chooses a window of whole days: the first one, and then the last one. */
export function WindowCalendar({ window, onChoose }: WindowPanelProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const [shown] = useState(() => daysOf(window, zone));
  const [current, setCurrent] = useState(shown[1]);
  const [first, setFirst] = useState<Day>();
  const choose = (day: Day) => {
    setCurrent(day);
    if (first === undefined) {
      setFirst(day);
    } else {
      onChoose(writeTimeWindow(windowOfDays(...inOrder(first, day), zone)));
    }
  };
  const turn = (months: number) => () => setCurrent(addMonths(current, months));
  return (
    <section
      className={styles['calendar']}
      aria-label={zone === 'utc' ? 'Days in UTC' : 'Days in local time'}
    >
      <header>
        <button type="button" className="button plain" aria-label="Earlier" onClick={turn(-1)}>
          ‹
        </button>
        <h2 aria-live="polite">{nameOfDay(current, 'month')}</h2>
        <button type="button" className="button plain" aria-label="Later" onClick={turn(1)}>
          ›
        </button>
      </header>
      <MonthGrid
        current={current}
        range={first === undefined ? shown : inOrder(first, current)}
        onMove={setCurrent}
        onChoose={choose}
      />
      <p className="faint" role="status">
        {first === undefined ? 'Choose the first day.' : 'Choose the last day.'}
      </p>
    </section>
  );
}

function daysOf(window: TimeWindow, zone: Parameters<typeof dayAt>[1]): readonly [Day, Day] {
  const nowNs = BigInt(Date.now()) * NS_PER_MS;
  const fixed = fixedWindow(window, nowNs);
  const [oldest, newest] =
    fixed.kind === 'between' ? [fixed.oldest, fixed.newest - 1n] : [nowNs, nowNs];
  return [dayAt(oldest, zone), dayAt(newest, zone)];
}

interface MonthGridProps {
  /** The day that takes the focus; its month is shown. */
  readonly current: Day;
  readonly range: readonly [first: Day, last: Day];
  readonly onMove: (day: Day) => void;
  readonly onChoose: (day: Day) => void;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The days of a month. The arrow keys move the focus by days and weeks, Page Up and Page Down by months. */
function MonthGrid({ current, range, onMove, onChoose }: MonthGridProps): ReactElement {
  const grid = useRef<HTMLTableElement>(null);
  const { year, month, day: focused } = current;
  useEffect(() => {
    if (grid.current?.contains(document.activeElement) === true) {
      grid.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    }
  }, [year, month, focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = dayAfterKey(current, event.key);
    if (moved !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      onMove(moved);
    }
  };
  return (
    <table aria-label={nameOfDay(current, 'month')} ref={grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(current).map((week, row) => (
          <tr key={`${month} ${row}`}>
            {week.map((day, at) => (
              <td key={weekdays[at]}>
                {day !== undefined && (
                  <button
                    type="button"
                    className={styles['day']}
                    tabIndex={day.day === focused ? 0 : -1}
                    aria-label={nameOfDay(day, 'day')}
                    aria-pressed={
                      daysBetween(range[0], day) >= 0 && daysBetween(day, range[1]) >= 0
                    }
                    data-end={range.some((end) => daysBetween(end, day) === 0)}
                    onClick={() => onChoose(day)}
                  >
                    {day.day}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
