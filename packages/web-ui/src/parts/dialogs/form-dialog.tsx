import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import dialog from './dialog.module.css';
import { OpenDialog } from './open-dialog.js';

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly onClose: () => void;
  /** Sends the form. If it rejects, the dialog shows the reason and stays open. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly children: ReactNode;
}

/** Form in a dialog. Its first field has the focus. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, action, onClose, onSubmit, children } = props;
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSending(true);
    setProblem('');
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return (
    <OpenDialog title={title} onClose={onClose}>
      <form ref={form} className={dialog['form']} onSubmit={(event) => void submit(event)}>
        {children}
        <p role="alert" className="bad">
          {problem}
        </p>
        <button type="submit" className="button main" disabled={isSending}>
          {action}
        </button>
      </form>
    </OpenDialog>
  );
}
