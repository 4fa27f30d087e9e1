import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Outline } from '../outline/outline.js';
import { FormDialog } from '../parts/form-dialog.js';
import { writeCount } from '../parts/format-number.js';
import { deleteTrace } from './trace-actions.js';

const DIGITS = 8;

interface DeleteTraceProps {
  readonly outline: Outline;
  readonly onClose: () => void;
}

/** Asks for the first digits of the id, deletes the trace, and goes to the explorer once it is deleted. */
export function DeleteTrace({ outline, onClose }: DeleteTraceProps): ReactElement {
  const { traceId, stored } = outline;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const submit = async (form: FormData) => {
    if (String(form.get('digits')).trim().toLowerCase() !== traceId.slice(0, DIGITS)) {
      throw new Error(`These are not the first ${DIGITS} digits of this trace.`);
    }
    await deleteTrace(traceId);
    await navigate({ to: '/spans' });
    queries.clear();
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
