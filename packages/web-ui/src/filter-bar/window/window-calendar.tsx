import {
  CalendarDate,
  getLocalTimeZone,
  toZoned,
  type ZonedDateTime,
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
import { nowNs, type TimeZone } from '../../parts/values/format-time.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from '../../url/time-window.js';
import { dayAt, windowOfDays } from './days.js';
import styles from './window.module.css';

/** The window of the page, and a function that changes it. */
export interface WindowPanelProps {
  readonly window: TimeWindow;
  /** Called with the new value of the URL parameter `w`. */
  readonly onChoose: (text: string) => void;
}

/** Calendar for choosing a window of whole days. The user chooses the first day, then the last day. */
export function WindowCalendar({ window, onChoose }: WindowPanelProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const [shown] = useState(() => readDays(window, zone));
  return (
    <I18nProvider locale="en-GB">
      <RangeCalendar
        className={styles['calendar'] ?? ''}
        aria-label={zone === 'utc' ? 'Days in UTC' : 'Days in local time'}
        firstDayOfWeek="mon"
        commitBehavior="reset"
        defaultValue={shown}
        defaultFocusedValue={shown.end}
        onChange={({ start, end }) => onChoose(writeTimeWindow(windowOfDays(start, end, zone)))}
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

/** Returns the first and the last day of a window. Both are today if the window has no beginning. */
function readDays(window: TimeWindow, zone: TimeZone) {
  const now = nowNs();
  const fixed = fixedWindow(window, now);
  const [oldest, newest] =
    fixed.kind === 'between' ? [fixed.oldest, fixed.newest - 1n] : [now, now];
  return { start: calendarDateAt(oldest, zone), end: calendarDateAt(newest, zone) };
}

/** Returns the day of a time, including the time zone. The calendar uses the zone of its value to mark today. */
function calendarDateAt(ns: bigint, zone: TimeZone): ZonedDateTime {
  const { year, month, day } = dayAt(ns, zone);
  return toZoned(new CalendarDate(year, month, day), zone === 'utc' ? 'UTC' : getLocalTimeZone());
}
