import type { ReactElement, ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

/** A dialog over a case, which Escape closes. */
export function ReviewDialog({ children, onClose }: { children: ReactNode; onClose: () => void }): ReactElement {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} isDismissable className="overlay">
      <Modal className="modal">
        <Dialog>{children}</Dialog>
      </Modal>
    </ModalOverlay>
  );
}
