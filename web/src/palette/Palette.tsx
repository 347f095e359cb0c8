import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type ReactElement } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  Text,
  TextField,
  useFilter,
} from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { SCREENS } from '../app/screens.js';
import { cellText } from '../reading/values.js';
import { activeActions } from '../keyboard/activeKeys.js';
import { KEYS } from '../keyboard/keys.js';
import { readable, words } from '../words/words.js';
import { referenceQuery } from './referenceQuery.js';
import './palette.css';

/** Cases that are offered at once. */
const MOST_CASES = 8;

/** Something that can be chosen. */
interface Entry {
  id: string;
  text: string;
  /** What it is, or the key that does the same. */
  hint: string;
  act: () => void;
}

/** All that can be done now, and the cases whose reference begins with what is typed. */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [actions] = useState(entriesOfKeys);
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: 'base' });
  const screens = SCREENS.map(({ to, name }): Entry => {
    return { id: to, text: name, hint: words.palette.screen, act: () => void navigate({ to }) };
  });
  const cases = useCasesCalled(useDeferredValue(text)).map(({ session_id, reference, status }): Entry => {
    const act = (): void => void navigate({ to: '/cases/$session_id', params: { session_id } });
    return { id: session_id, text: reference, hint: readable(status), act };
  });
  const entries = [...actions, ...screens, ...cases];
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className="overlay high">
      <Modal className="modal palette">
        <Dialog aria-label={words.palette.title}>
          <Autocomplete inputValue={text} onInputChange={setText} filter={contains}>
            <TextField aria-label={words.palette.title} autoFocus>
              <Input placeholder={words.palette.hint} />
            </TextField>
            <div className="entries" tabIndex={0} role="group" aria-label={words.palette.title}>
              <Menu
                items={entries}
                aria-label={words.palette.title}
                renderEmptyState={() => words.palette.none}
                onAction={(key) => {
                  onClose();
                  entries.find(({ id }) => id === key)?.act();
                }}
              >
                {({ id, text: name, hint }) => (
                  <MenuItem key={id} id={id} textValue={name}>
                    <Text slot="label">{name}</Text> <kbd>{hint}</kbd>
                  </MenuItem>
                )}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What the keys of the screen do, as they are when the palette opens: later a dialog, itself, is in front of them. */
const entriesOfKeys = (): Entry[] =>
  activeActions().map(({ screen, name, act }) => ({
    id: `${screen}.${name}`,
    text: words.keys.names[name as keyof typeof words.keys.names],
    hint: (KEYS[screen] as Record<string, string>)[name] ?? '',
    act,
  }));

function useCasesCalled(text: string): { session_id: string; reference: string; status: string }[] {
  const query = referenceQuery(text);
  const { data = [] } = useQuery({
    queryKey: ['cases called', query],
    enabled: query !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const columns = ['session_id', 'client_reference_id', 'status'];
      const body = { kind: 'cases' as const, query: query ?? '', columns, limit: MOST_CASES };
      const { hits } = dataOf(await api.POST('/v1/search', { body, signal }));
      return hits.map(({ id, source }) => ({
        session_id: id,
        reference: cellText(source['client_reference_id']) || id,
        status: cellText(source['status']),
      }));
    },
  });
  return query === undefined ? [] : data;
}
