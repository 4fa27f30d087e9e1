import type { DeadLetterRetry } from '@spanhouse/span-schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { awaitReceipt } from '../../api/await-receipt.js';
import { useProject } from '../../api/use-project.js';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { useLatestSignal } from '../../parts/use-latest-signal.js';
import { type OpenLetter, readPaths } from './dead-letter.js';
import styles from './dead-letters.module.css';
import { retryLetter } from './letter-calls.js';

/** Messages for the states of a retry. */
const texts = {
  idle: '',
  sending: 'Sending …',
  waiting: 'Accepted. Waiting until the spans are stored …',
  stored: 'Stored. The letter is no longer listed.',
  refused: 'Refused again. The reason above is the new one.',
  lost: 'The log dropped the spans before they were stored. The letter is still here.',
} as const;

/** State of a retry, or the error that made it fail. */
type RetryProgress = keyof typeof texts | Error;

/**
 * Returns the state of the retry, and a function that sends a dead letter again. `onDone` is called when the list of
 * dead letters has changed.
 */
function useRetry(id: string, onDone: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<RetryProgress>('idle');
  const begin = useLatestSignal();
  const retry = async (change: DeadLetterRetry) => {
    const signal = begin();
    const report = (next: RetryProgress) => signal.aborted || setProgress(next);
    report('sending');
    try {
      const receipt = await retryLetter(id, change);
      report('waiting');
      const { dead_lettered, lost } = await awaitReceipt(receipt, signal);
      const result = dead_lettered > 0 ? 'refused' : lost > 0 ? 'lost' : 'stored';
      report(result);
      if (result === 'refused') {
        void client.invalidateQueries({ queryKey: ['dead-letter', id] });
      }
      if (result !== 'lost') {
        onDone();
      }
    } catch (error) {
      report(error as Error);
    }
  };
  return [progress, retry] as const;
}

interface RetryFormProps {
  readonly letter: OpenLetter;
  /** Called when the list of dead letters has changed. */
  readonly onDone: () => void;
}

const missingPermission = 'The key does not have the permission edit_spans.';

/** Form that sends the spans of a dead letter again, optionally with changes, and reports the result. */
export function RetryForm({ letter, onDone }: RetryFormProps) {
  const mayEdit = useProject()?.permissions.includes('edit_spans') ?? true;
  const [progress, retry] = useRetry(letter.dead_letter.id, onDone);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = progress === 'sending' || progress === 'waiting';
  const isStored = progress === 'stored';
  usePageKeys('Dead letter', [
    { key: 'Shift-r', meaning: 'Retry', act: () => form.current?.requestSubmit() },
  ]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!mayEdit || isBusy || isStored) {
      return;
    }
    const fields = new FormData(event.currentTarget);
    const drop = readPaths(String(fields.get('drop') ?? ''));
    void retry({ drop, clamp: fields.getAll('clamp') as DeadLetterRetry['clamp'] });
  };
  return (
    <form ref={form} className={styles['retry']} onSubmit={submit}>
      {letter.spans !== undefined && !isStored && <ChangeFields isDisabled={!mayEdit || isBusy} />}
      {!isStored && (
        <p className={styles['actions']}>
          <Button
            type="submit"
            className="main"
            disabled={!mayEdit}
            aria-disabled={isBusy}
            title={mayEdit ? undefined : missingPermission}
          >
            Retry
          </Button>
          {!mayEdit && <span className="quiet">{missingPermission}</span>}
        </p>
      )}
      <Progress progress={progress} letter={letter} />
    </form>
  );
}

/** Form fields for changes to the spans. The changes are applied before the spans are sent again. */
function ChangeFields({ isDisabled }: { readonly isDisabled: boolean }) {
  const hint = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend>Change before the retry</legend>
      <label className="check">
        <input type="checkbox" name="clamp" value="start_time" />
        Move the start into the range that can be stored
      </label>
      <label className="check">
        <input type="checkbox" name="clamp" value="end_time" />
        Move the end into the range that can be stored
      </label>
      <label className={styles['paths']}>
        Attributes to remove
        <textarea
          className="field mono"
          name="drop"
          rows={2}
          spellCheck={false}
          aria-describedby={hint}
        />
      </label>
      <p id={hint} className="quiet">
        One path per line, such as ag.data.inputs. Without a change, the bytes are sent as they are.
      </p>
    </fieldset>
  );
}

interface ProgressProps {
  readonly progress: RetryProgress;
  readonly letter: OpenLetter;
}

function Progress({ progress, letter }: ProgressProps) {
  const traceId = letter.spans?.[0]?.trace_id;
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focus is lost, because the button that had it was removed.
    if (progress === 'stored' && document.activeElement === document.body) {
      said.current?.focus();
    }
  }, [progress]);
  return (
    <>
      <p ref={said} role="status" tabIndex={-1} className={progress === 'refused' ? 'bad' : ''}>
        {progress instanceof Error ? '' : texts[progress]}{' '}
        {progress === 'stored' && traceId !== undefined && (
          <Link to="/traces/$traceId" params={{ traceId }}>
            Open the trace
          </Link>
        )}
      </p>
      <p role="alert" className="bad">
        {progress instanceof Error && progress.message}
      </p>
    </>
  );
}
