import { parseTimestamp } from '@spanhouse/span-schema/timestamp';
import { type FormEvent, lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { Button } from '../../parts/button.js';
import { selectedMoment } from '../../parts/tab-state.js';
import { nowNs, writeTime } from '../../parts/values/format-time.js';
import {
  defaultWindow,
  fixedWindow,
  nameTimeWindow,
  readTimeWindow,
  windowAround,
  writeTimeWindow,
} from '../../url/time-window.js';
import styles from './window.module.css';
import type { WindowPanelProps } from './window-calendar.js';

const presets = ['15m', '1h', '6h', '24h', '7d', '30d', 'all'];

const WindowCalendar = lazy(async () => ({
  default: (await import('./window-calendar.js')).WindowCalendar,
}));

/** Panel for choosing a window: a period up to now, a start and an end, whole days, or a period around a time. */
export function WindowPanel({ window, onChoose }: WindowPanelProps): ReactElement {
  const [hasCalendar, setCalendar] = useState(false);
  const current = writeTimeWindow(window);
  return (
    <>
      <div className={styles['presets']}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles['choice']}
            aria-pressed={current === preset}
            onClick={() => onChoose(preset)}
          >
            {nameTimeWindow(readTimeWindow(preset) ?? defaultWindow)}
          </button>
        ))}
      </div>
      <BoundsForm window={window} onChoose={onChoose} />
      <AroundForm onChoose={onChoose} />
      <section className={styles['part']}>
        <Button aria-expanded={hasCalendar} onClick={() => setCalendar(!hasCalendar)}>
          Calendar
        </Button>
        {hasCalendar && (
          <Suspense fallback={<p className="faint">Loading …</p>}>
            <WindowCalendar window={window} onChoose={onChoose} />
          </Suspense>
        )}
      </section>
    </>
  );
}

function BoundsForm({ window, onChoose }: WindowPanelProps): ReactElement {
  const [problem, setProblem] = useState('');
  const fixed = fixedWindow(window, nowNs());
  const [oldest, newest] =
    fixed.kind === 'between' ? [writeTime(fixed.oldest), writeTime(fixed.newest)] : ['', ''];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [form.get('oldest'), form.get('newest')].map(readAnyTime);
    if (from === undefined || to === undefined) {
      setProblem(timeForms);
    } else if (from >= to) {
      setProblem('The window ends before it begins.');
    } else {
      onChoose(writeTimeWindow({ kind: 'between', oldest: from, newest: to }));
    }
  };
  return (
    <form className={styles['part']} onSubmit={submit}>
      <label>
        From
        <input className="field mono" name="oldest" defaultValue={oldest} spellCheck={false} />
      </label>
      <label>
        To, exclusive
        <input className="field mono" name="newest" defaultValue={newest} spellCheck={false} />
      </label>
      <p role="alert" className="bad">
        {problem}
      </p>
      <Button type="submit">Use these times</Button>
    </form>
  );
}

const NS_PER_S = 1_000_000_000n;
const distances = [
  { name: '1 min', seconds: 60n },
  { name: '15 min', seconds: 900n },
  { name: '1 h', seconds: 3600n },
  { name: '12 h', seconds: 43_200n },
];

/**
 * Form for choosing a window around a time. The time defaults to the start of the selected row or, without a selected
 * row, to the current time.
 */
function AroundForm({ onChoose }: Pick<WindowPanelProps, 'onChoose'>): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const moment = selectedMoment.get() ?? writeTime(nowNs());
  const choose = (seconds: bigint) => {
    const ns = readAnyTime(field.current?.value);
    if (ns === undefined) {
      setProblem(timeForms);
    } else {
      onChoose(writeTimeWindow(windowAround(ns, seconds * NS_PER_S)));
    }
  };
  return (
    <section className={styles['part']}>
      <label>
        Around this moment
        <input ref={field} className="field mono" defaultValue={moment} spellCheck={false} />
      </label>
      <p role="alert" className="bad">
        {problem}
      </p>
      <span className={styles['distances']}>
        {distances.map(({ name, seconds }) => (
          <Button
            key={name}
            aria-label={`${name} before and after the moment`}
            onClick={() => choose(seconds)}
          >
            ± {name}
          </Button>
        ))}
      </span>
    </section>
  );
}

/** Description of the accepted time formats, for error messages. */
const timeForms =
  'Write a date such as 2026-05-01, a time such as 2026-05-01T10:05:00.25+02:00, or a Unix time of 10, 13, 16 or 19 digits.';

/** Parses a time in any format that the API accepts. Returns ns since 1970, or undefined for invalid input. */
function readAnyTime(text: unknown): bigint | undefined {
  return typeof text === 'string' ? parseTimestamp(text.trim()) : undefined;
}
