import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { awaitStored, receiptOf } from '../api/await-receipt.js';
import { send } from '../api/call.js';
import { FormDialog } from '../parts/dialogs/form-dialog.js';
import { useLatestSignal } from '../parts/use-latest-signal.js';
import { writeCount } from '../parts/values/format-number.js';
import type { Outline } from './outline/outline.js';

const DIGITS = 8;

interface DeleteTraceProps {
  readonly outline: Outline;
  readonly onClose: () => void;
}

/**
 * Dialog that asks for the first digits of the id and deletes the trace. Afterwards it opens the explorer, unless the
 * user has closed the dialog.
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
    await deleteTrace(traceId);
    if (!signal.aborted) {
      await navigate({ to: '/spans' });
    }
    // Only inactive queries are removed. An active query would never get a result if it were removed while it is
    // loading.
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

/** Deletes a trace, and resolves once reads no longer return it. Rejects with an ApiProblem or an Error. */
async function deleteTrace(traceId: string): Promise<void> {
  const answer = await send(`/traces/${traceId}`, { method: 'DELETE' });
  await awaitStored('The delete', receiptOf(answer));
}
