import type { ReactElement, ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

/** A dialog over the page, which Escape closes. */
export function PageDialog({ children, onClose }: { children: ReactNode; onClose: () => void }): ReactElement {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} isDismissable className="overlay">
      <Modal className="modal">
        <Dialog>{children}</Dialog>
      </Modal>
    </ModalOverlay>
  );
}
