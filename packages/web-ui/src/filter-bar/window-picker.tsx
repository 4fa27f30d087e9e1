import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { writeTime } from '../parts/format-time.js';
import {
  defaultWindow,
  fixedWindow,
  nameTimeWindow,
  readTimeWindow,
  type TimeWindow,
  writeTimeWindow,
} from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';

const presets = ['15m', '1h', '6h', '24h', '7d', '30d', 'all'];
const NS_PER_MS = 1_000_000n;

/** The button that shows the window, and the choices behind it. */
export function WindowPicker({
  whenAbsent = defaultWindow,
}: {
  /** The window of an address without one. */
  readonly whenAbsent?: TimeWindow;
}): ReactElement {
  const [{ w = '' }, change] = useSearchParameters();
  const [isOpen, setOpen] = useState(false);
  const window = readTimeWindow(w) ?? whenAbsent;
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Window',
      keys: [{ key: 'w', meaning: 'Choose the window', act: () => setOpen(true) }],
    }),
    [],
  );
  usePageKeys(keys);
  const choose = (text: string) => {
    change({ w: text });
    setOpen(false);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button" aria-label={`Window: ${nameTimeWindow(window)}`}>
        {nameTimeWindow(window)} ▾
      </Button>
      <Popover placement="bottom end">
        <Dialog className={styles['panel'] ?? ''} aria-label="Window">
          {presets.map((preset) => (
            <PresetButton key={preset} preset={preset} current={window} onChoose={choose} />
          ))}
          <BoundsForm window={window} onChoose={choose} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface PresetProps {
  readonly preset: string;
  readonly current: TimeWindow;
  readonly onChoose: (text: string) => void;
}

function PresetButton({ preset, current, onChoose }: PresetProps): ReactElement {
  return (
    <button
      type="button"
      className={styles['choice']}
      aria-pressed={writeTimeWindow(current) === preset}
      onClick={() => onChoose(preset)}
    >
      {nameTimeWindow(readTimeWindow(preset) ?? defaultWindow)}
    </button>
  );
}

interface BoundsFormProps {
  readonly window: TimeWindow;
  readonly onChoose: (text: string) => void;
}

function BoundsForm({ window, onChoose }: BoundsFormProps): ReactElement {
  const [problem, setProblem] = useState('');
  const fixed = fixedWindow(window, BigInt(Date.now()) * NS_PER_MS);
  const [oldest, newest] =
    fixed.kind === 'between' ? [writeTime(fixed.oldest), writeTime(fixed.newest)] : ['', ''];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = `${String(form.get('oldest'))}..${String(form.get('newest'))}`;
    if (readTimeWindow(text) === undefined) {
      setProblem('Both times need the form 2026-05-01T10:05:00Z, the earlier one first.');
    } else {
      onChoose(text);
    }
  };
  return (
    <form onSubmit={submit}>
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
