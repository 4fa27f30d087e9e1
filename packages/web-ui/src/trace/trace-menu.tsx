import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { Menu, Popover } from 'react-aria-components';
import { awaitStored, receiptOf } from '../api/await-receipt.js';
import { send } from '../api/call.js';
import { Button } from '../parts/button.js';
import { FormDialog, OpenDialog } from '../parts/dialogs/open-dialog.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { useLatestSignal } from '../parts/use-latest-signal.js';
import { actionItems } from '../parts/values/action-items.js';
import { copyText } from '../parts/values/copy-text.js';
import { offerBlob } from '../parts/values/offer-blob.js';
import menu from '../parts/values/value-menu.module.css';
import { writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Outline } from './outline/outline.js';
import { fileWorker } from './workers/page-workers.js';

/** Menu of actions for a whole trace. */
export function TraceMenu({ outline }: { readonly outline: Outline }): ReactElement {
  const { traceId } = outline;
  const [{ file }] = useSearchParameters();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const offer = (read: typeof readTrace, options: Parameters<typeof offerBlob>[1]) => () =>
    read(traceId)
      .then((text) => offerBlob(new Blob([text], { type: 'application/json' }), options))
      .catch((error: Error) => setProblem(error.message));
  usePageKeys('Trace', [
    { key: 'Shift-m', meaning: 'Open the menu of the trace', act: () => setOpen(true) },
  ]);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Actions
      </Button>
      <Popover isOpen={isOpen} onOpenChange={setOpen} triggerRef={button} placement="bottom end">
        <Menu
          className={menu['menu'] ?? ''}
          aria-label="Actions for the trace"
          autoFocus="first"
          onClose={() => setOpen(false)}
        >
          {actionItems([
            { meaning: 'Copy the trace id', act: () => copyText(traceId) },
            { meaning: 'Copy the link', act: () => copyText(window.location.href) },
            { meaning: 'Download as JSON', act: offer(readTrace, { download: `${traceId}.json` }) },
            {
              meaning: 'Download as OTLP/JSON',
              act: offer(readOtlp, { download: `${traceId}.otlp.json` }),
            },
            // A plain link cannot open the response, because the key must be sent in a header.
            { meaning: 'Open as raw JSON', act: offer(readTrace, { target: '_blank' }) },
            ...(file === undefined ? [{ meaning: 'Delete …', act: () => setDeleting(true) }] : []),
          ])}
        </Menu>
      </Popover>
      {isDeleting && <DeleteTrace outline={outline} onClose={() => setDeleting(false)} />}
      {problem !== undefined && (
        <OpenDialog title="The trace cannot be read" onClose={() => setProblem(undefined)}>
          <p role="alert">{problem}</p>
        </OpenDialog>
      )}
    </>
  );
}

/** Reads a trace and returns the API's response as a string, so that numbers keep all digits. */
async function readTrace(traceId: string): Promise<string> {
  const answer = await send(`/traces/${traceId}`, { fromFile: { traceId } });
  return answer.text();
}

async function readOtlp(traceId: string): Promise<string> {
  return fileWorker.run('translateToOtlp', await readTrace(traceId));
}

const DIGITS = 8;

interface DeleteTraceProps {
  readonly outline: Outline;
  readonly onClose: () => void;
}

/**
 * Dialog that deletes the trace after the user has typed the first digits of the trace id. After the deletion, the
 * explorer opens, unless the user has closed the dialog.
 */
export function DeleteTrace({ outline, onClose }: DeleteTraceProps): ReactElement {
  const { traceId, stored } = outline;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const begin = useLatestSignal(traceId);
  const submit = async (form: FormData) => {
    if (String(form.get('digits')).trim().toLowerCase() !== traceId.slice(0, DIGITS)) {
      throw new Error(`These are not the first ${DIGITS} digits of this trace.`);
    }
    const signal = begin();
    const answer = await send(`/traces/${traceId}`, { method: 'DELETE' });
    await awaitStored('The delete', receiptOf(answer));
    if (!signal.aborted) {
      await navigate({ to: '/spans' });
    }
    // Only inactive queries are removed. An active query that is removed while it loads would never get a result.
    queries.removeQueries({ type: 'inactive' });
  };
  return (
    <FormDialog title="Delete the trace" action="Delete" onClose={onClose} onSubmit={submit}>
      <p>
        This deletes all {writeCount(stored)} spans of <span className="mono">{traceId}</span> for
        everyone. Nothing brings them back.
      </p>
      <label>
        The first {DIGITS} digits of its id{' '}
        <input
          className="field mono"
          name="digits"
          required
          maxLength={DIGITS}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
    </FormDialog>
  );
}
