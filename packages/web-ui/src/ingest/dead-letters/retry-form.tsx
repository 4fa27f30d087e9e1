import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type FormEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { awaitReceipt } from '../../api/await-receipt.js';
import { useProject } from '../../api/use-project.js';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { isClampedTime, type LetterChange, type OpenLetter, readPaths } from './dead-letter.js';
import styles from './dead-letters.module.css';
import { retryLetter } from './letter-calls.js';

/** State of a retry. */
type RetryProgress =
  | { readonly kind: 'idle' | 'sending' | 'waiting' | 'stored' | 'refused' | 'lost' }
  | { readonly kind: 'failed'; readonly message: string };

const idle: RetryProgress = { kind: 'idle' };

/**
 * Returns a function that sends a letter again, and the state of the retry. The state is reset when another letter is
 * opened.
 */
function useRetry(id: string): {
  readonly progress: RetryProgress;
  readonly start: (change: LetterChange) => void;
} {
  const [progress, setProgress] = useState(idle);
  const running = useRef(new AbortController());
  useEffect(() => {
    running.current = new AbortController();
    setProgress(idle);
    return () => running.current.abort();
  }, [id]);
  const start = useCallback(
    (change: LetterChange) => {
      const { signal } = running.current;
      const report = (next: RetryProgress) => signal.aborted || setProgress(next);
      void run(id, { change, signal, report });
    },
    [id],
  );
  return { progress, start };
}

interface RetryRun {
  readonly change: LetterChange;
  readonly signal: AbortSignal;
  readonly report: (progress: RetryProgress) => unknown;
}

async function run(id: string, { change, signal, report }: RetryRun): Promise<void> {
  report({ kind: 'sending' });
  try {
    const receipt = await retryLetter(id, change);
    report({ kind: 'waiting' });
    const { dead_lettered, lost } = await awaitReceipt(receipt, signal);
    report({ kind: dead_lettered > 0 ? 'refused' : lost > 0 ? 'lost' : 'stored' });
  } catch (error) {
    report({ kind: 'failed', message: (error as Error).message });
  }
}

interface RetryFormProps {
  readonly letter: OpenLetter;
  /** Called when the list has changed. */
  readonly onDone: () => void;
}

const missingPermission = 'The key does not have the permission edit_spans.';

/** Form that sends the spans of a letter again and reports the result. The user may change the spans first. */
export function RetryForm({ letter, onDone }: RetryFormProps): ReactElement {
  const { id } = letter.dead_letter;
  const client = useQueryClient();
  const mayEdit = useProject()?.permissions.includes('edit_spans') ?? true;
  const { progress, start } = useRetry(id);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = progress.kind === 'sending' || progress.kind === 'waiting';
  const isStored = progress.kind === 'stored';
  useEffect(() => {
    if (progress.kind === 'refused') {
      void client.invalidateQueries({ queryKey: ['dead-letter', id] });
    }
    if (progress.kind === 'refused' || progress.kind === 'stored') {
      onDone();
    }
  }, [progress, id, client, onDone]);
  usePageKeys({
    title: 'Dead letter',
    keys: [{ key: 'Shift-r', meaning: 'Retry', act: () => form.current?.requestSubmit() }],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!mayEdit || isBusy || isStored) {
      return;
    }
    const fields = new FormData(event.currentTarget);
    const drop = readPaths(String(fields.get('drop') ?? ''));
    start({ drop, clamp: fields.getAll('clamp').filter(isClampedTime) });
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

/** Fields of the changes to apply before the spans are sent again. */
function ChangeFields({ isDisabled }: { readonly isDisabled: boolean }): ReactElement {
  const hint = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend>Change before the retry</legend>
      <label className={styles['check']}>
        <input type="checkbox" name="clamp" value="start_time" />
        Move the start into the range that can be stored
      </label>
      <label className={styles['check']}>
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

function Progress({ progress, letter }: ProgressProps): ReactElement {
  const traceId = letter.spans?.[0]?.trace_id;
  const text = progress.kind === 'failed' ? '' : texts[progress.kind];
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focus was on a button that no longer exists.
    if (progress.kind === 'stored' && document.activeElement === document.body) {
      said.current?.focus();
    }
  }, [progress]);
  return (
    <>
      <p
        ref={said}
        role="status"
        tabIndex={-1}
        className={progress.kind === 'refused' ? 'bad' : ''}
      >
        {text}{' '}
        {progress.kind === 'stored' && traceId !== undefined && (
          <Link to="/traces/$traceId" params={{ traceId }}>
            Open the trace
          </Link>
        )}
      </p>
      <p role="alert" className="bad">
        {progress.kind === 'failed' && progress.message}
      </p>
    </>
  );
}

const texts = {
  idle: '',
  sending: 'Sending …',
  waiting: 'Accepted. Waiting until the spans are stored …',
  stored: 'Stored. The letter is no longer listed.',
  refused: 'Refused again. The reason above is the new one.',
  lost: 'The log dropped the spans before they were stored. The letter is still here.',
} as const;
