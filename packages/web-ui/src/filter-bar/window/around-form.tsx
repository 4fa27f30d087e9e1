import { type ReactElement, useRef, useState } from 'react';
import { selectedMoment } from '../../parts/selected-moment.js';
import { writeTime } from '../../parts/values/format-time.js';
import { windowAround } from '../../url/move-window.js';
import { writeTimeWindow } from '../../url/time-window.js';
import { readAnyTime, timeForms } from './read-any-time.js';
import styles from './window.module.css';
import type { WindowPanelProps } from './window-calendar.js';

const NS_PER_S = 1_000_000_000n;
const distances = [
  { name: '1 min', seconds: 60n },
  { name: '15 min', seconds: 900n },
  { name: '1 h', seconds: 3600n },
  { name: '12 h', seconds: 43_200n },
];

/** Form that chooses a window around a time: the start of the selected row, or any other time. */
export function AroundForm({ onChoose }: Pick<WindowPanelProps, 'onChoose'>): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const moment = selectedMoment.get() ?? writeTime(BigInt(Date.now()) * 1_000_000n);
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
          <button
            key={name}
            type="button"
            className="button"
            aria-label={`${name} before and after the moment`}
            onClick={() => choose(seconds)}
          >
            ± {name}
          </button>
        ))}
      </span>
    </section>
  );
}
