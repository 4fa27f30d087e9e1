import type { ReactElement, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import dialog from './dialog.module.css';

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Leaves room for a long text. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Dialog that is open while it is rendered. */
export function OpenDialog(props: OpenDialogProps): ReactElement {
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
