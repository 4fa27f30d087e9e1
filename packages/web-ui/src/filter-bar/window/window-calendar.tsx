import { CalendarDate } from '@internationalized/date';
import type { ReactElement } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  Heading,
  I18nProvider,
  RangeCalendar,
} from 'react-aria-components';
import { useStore } from '../../parts/store.js';
import { settings } from '../../theme/settings.js';
import { fixedWindow, writeTimeWindow } from '../../url/time-window.js';
import { type Day, dayAt, windowOfDays } from './days.js';
import styles from './window.module.css';
import type { WindowPanelProps } from './window-panel-props.js';

const NS_PER_MS = 1_000_000n;

/** Chooses a window of whole days. */
export function WindowCalendar({ window, onChoose }: WindowPanelProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const nowNs = BigInt(Date.now()) * NS_PER_MS;
  const fixed = fixedWindow(window, nowNs);
  const [oldest, newest] =
    fixed.kind === 'between' ? [fixed.oldest, fixed.newest - 1n] : [nowNs, nowNs];
  const range = { start: toDate(dayAt(oldest, zone)), end: toDate(dayAt(newest, zone)) };
  return (
    <I18nProvider locale="en-GB">
      <RangeCalendar
        className={styles['calendar'] ?? ''}
        aria-label={zone === 'utc' ? 'Days in UTC' : 'Days in local time'}
        defaultValue={range}
        defaultFocusedValue={range.end}
        onChange={({ start, end }) => onChoose(writeTimeWindow(windowOfDays(start, end, zone)))}
      >
        <header>
          <Button slot="previous" className="button plain">
            ‹
          </Button>
          <Heading />
          <Button slot="next" className="button plain">
            ›
          </Button>
        </header>
        <CalendarGrid>
          {(date) => <CalendarCell date={date} className={styles['day'] ?? ''} />}
        </CalendarGrid>
      </RangeCalendar>
    </I18nProvider>
  );
}

function toDate({ year, month, day }: Day): CalendarDate {
  return new CalendarDate(year, month, day);
}
