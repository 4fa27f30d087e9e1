import { type FormEvent, lazy, type ReactElement, Suspense, useState } from 'react';
import { writeTime } from '../../parts/values/format-time.js';
import {
  defaultWindow,
  fixedWindow,
  nameTimeWindow,
  readTimeWindow,
  writeTimeWindow,
} from '../../url/time-window.js';
import { AroundForm } from './around-form.js';
import { readAnyTime, timeForms } from './read-any-time.js';
import styles from './window.module.css';
import type { WindowPanelProps } from './window-calendar.js';

const presets = ['15m', '1h', '6h', '24h', '7d', '30d', 'all'];
const NS_PER_MS = 1_000_000n;

const WindowCalendar = lazy(async () => ({
  default: (await import('./window-calendar.js')).WindowCalendar,
}));

/** Panel with the ways to choose a window: a length up to now, two times, days, or a period around a time. */
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
        <button
          type="button"
          className="button"
          aria-expanded={hasCalendar}
          onClick={() => setCalendar(!hasCalendar)}
        >
          Calendar
        </button>
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
  const fixed = fixedWindow(window, BigInt(Date.now()) * NS_PER_MS);
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
      <button type="submit" className="button">
        Use these times
      </button>
    </form>
  );
}
