import {
  type CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import { type ReactElement, useState } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  I18nProvider,
  RangeCalendar,
} from 'react-aria-components';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { nowNs } from '../../parts/values/format-time.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from '../../url/time-window.js';
import styles from './window.module.css';

const NS_PER_MS = 1_000_000n;

export interface WindowPanelProps {
  readonly window: TimeWindow;
  /** Called with the new value of the URL parameter `w`. */
  readonly onChoose: (text: string) => void;
}

/** Calendar for choosing whole days as the window. The user chooses the first day and then the last day. */
export function WindowCalendar({ window, onChoose }: WindowPanelProps): ReactElement {
  const isUtc = useStore(settings.timeZone) === 'utc';
  const zone = isUtc ? 'UTC' : getLocalTimeZone();
  const [shown] = useState(() => readDays(window, zone));
  return (
    <I18nProvider locale="en-GB">
      <RangeCalendar
        className={styles['calendar'] ?? ''}
        aria-label={isUtc ? 'Days in UTC' : 'Days in local time'}
        firstDayOfWeek="mon"
        commitBehavior="reset"
        defaultValue={shown}
        defaultFocusedValue={shown.end}
        onChange={({ start, end }) => {
          const oldest = startOfDay(toCalendarDate(start), zone);
          const newest = startOfDay(toCalendarDate(end).add({ days: 1 }), zone);
          onChoose(writeTimeWindow({ kind: 'between', oldest, newest }));
        }}
      >
        {({ state }) => (
          <>
            <header className="row">
              <Button slot="previous" className="button plain" aria-label="Earlier">
                ‹
              </Button>
              <Heading />
              <Button slot="next" className="button plain" aria-label="Later">
                ›
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell className={styles['day'] ?? ''} date={date} />}
              </CalendarGridBody>
            </CalendarGrid>
            <p className="faint" role="status">
              {state.anchorDate === null ? 'Choose the first day.' : 'Choose the last day.'}
            </p>
          </>
        )}
      </RangeCalendar>
    </I18nProvider>
  );
}

/** Returns the first and last day of a window. Both are today if the window has no start. */
function readDays(window: TimeWindow, zone: string) {
  const now = nowNs();
  const fixed = fixedWindow(window, now);
  const [oldest, newest] =
    fixed.kind === 'between' ? [fixed.oldest, fixed.newest - 1n] : [now, now];
  // The calendar uses the time zone of its value to mark today, so the value must be in the zone of the settings.
  const dayAt = (ns: bigint) =>
    toZoned(toCalendarDate(fromAbsolute(Number(ns / NS_PER_MS), zone)), zone);
  return { start: dayAt(oldest), end: dayAt(newest) };
}

/** Returns the start of a day in a time zone, in ns since 1970. */
function startOfDay(day: CalendarDate, zone: string): bigint {
  return BigInt(day.toDate(zone).getTime()) * NS_PER_MS;
}
