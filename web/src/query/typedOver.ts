import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Has the editor write what is typed over a selection. The browser would give it the colours of what was there as a `style` attribute,
 * which the policy refuses and reports. What an input method composes is left to the browser: nothing else can.
 */
export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});
