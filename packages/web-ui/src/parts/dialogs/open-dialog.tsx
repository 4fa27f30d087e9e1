import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import dialog from './dialog.module.css';

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** True for a wide dialog, which has room for content such as long texts. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Dialog that is open for as long as it is rendered. */
export function OpenDialog(props: OpenDialogProps) {
  const { title, onClose, isWide = false, children } = props;
  return (
    <ModalOverlay
      className={dialog['overlay'] ?? ''}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      isDismissable
    >
      <Modal className={`${dialog['modal']} ${isWide ? dialog['wide'] : ''}`}>
        <Dialog>
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly onClose: () => void;
  /** Submits the form. If the promise rejects, the dialog stays open and shows the reason. */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly children: ReactNode;
}

/** Dialog that contains a form and focuses its first field. */
export function FormDialog(props: FormDialogProps) {
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
