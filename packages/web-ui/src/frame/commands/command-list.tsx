import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { loadSavedQueries } from '../../filter-bar/load-saved-queries.js';
import { boardOf, linkOfQuery } from '../../filter-bar/saved-query.js';
import dialog from '../../parts/dialogs/dialog.module.css';
import { nameOfKey } from '../../parts/keys/list-keys.js';
import { commandList, pageKeys } from '../../parts/keys/page-keys.js';
import { useStore } from '../../parts/store.js';
import menu from '../../parts/values/value-menu.module.css';
import { MarkedText } from '../../parts/values/write-value.js';
import { railPages, settingsPage } from '../rail.js';
import styles from './command-list.module.css';

/** Dialog that finds pages, saved queries, traces and page actions as the user types. */
export function CommandList(): ReactElement {
  const [text, setText] = useState('');
  const found = useCommands(text);
  const close = () => commandList.set(false);
  return (
    <ModalOverlay
      className={`${dialog['overlay']} ${styles['overlay']}`}
      isOpen
      onOpenChange={close}
      isDismissable
    >
      <Modal className={`${dialog['modal']} ${styles['modal']}`}>
        <Dialog aria-label="Commands">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Command" autoFocus>
              <Input
                className={`field ${styles['input']}`}
                placeholder="A page, a saved query, the id of a trace, an action"
              />
            </SearchField>
            <Menu
              className={styles['list'] ?? ''}
              aria-label="Commands"
              renderEmptyState={() => <p className={styles['none']}>No command has this name.</p>}
            >
              {found.map(({ id, name, kind, key, act }) => (
                <MenuItem
                  key={id}
                  id={id}
                  className={menu['item'] ?? ''}
                  textValue={`${name} ${kind}`}
                  onAction={() => {
                    close();
                    afterClosing(act);
                  }}
                >
                  <span className="cut">
                    <MarkedText text={name} /> <span className="faint">{kind}</span>
                  </span>
                  {key !== undefined && <kbd>{nameOfKey(key)}</kbd>}
                </MenuItem>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Runs an action after the closed dialog has returned the focus, because the action may move the focus. */
function afterClosing(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

const MAX_SAVED = 200;
/** Keys that move the focus but perform no action. The command list omits them. */
const moves = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Ctrl-k']);

/**
 * Returns the commands for a typed text: the trace if the text is a trace id, and matching page actions, pages and
 * saved queries.
 */
function useCommands(text: string): readonly Command[] {
  const navigate = useNavigate();
  const groups = useStore(pageKeys);
  const { data: saved = [] } = useQuery({
    queryKey: ['saved queries', MAX_SAVED],
    queryFn: ({ signal }) => loadSavedQueries(MAX_SAVED, signal),
  });
  const pages = [...railPages, settingsPage].map(({ to, word, letter }) => ({
    id: to,
    name: word,
    kind: 'Page',
    key: `g ${letter}`,
    act: () => void navigate({ to }),
  }));
  const queries = saved.map((query) => ({
    id: query.id,
    name: query.name ?? query.slug,
    kind: boardOf(query) === undefined ? 'Saved query' : 'Board',
    act: () => void navigate(linkOfQuery(query)),
  }));
  const actions = groups
    .filter(({ needsFocus }) => needsFocus !== true)
    .flatMap(({ title, keys }) =>
      keys.flatMap(({ key, meaning, act }) =>
        act === undefined || moves.has(key) || key.startsWith('g ')
          ? []
          : [{ id: `${title} ${key}`, name: meaning, kind: title, key, act }],
      ),
    );
  const traceId = readTraceId(text);
  const openTrace = () => void navigate({ to: '/traces/$traceId', params: { traceId } as never });
  const trace = { id: `${traceId}`, name: `Open trace ${traceId}`, kind: 'Trace', act: openTrace };
  const found = findCommands([...actions, ...pages, ...queries], text);
  return traceId === undefined ? found : [trace, ...found];
}

export interface Command {
  readonly id: string;
  /** Name of the command, such as `Copy the link`. */
  readonly name: string;
  /** Category of the command: `Page`, `Saved query`, or the title of the command's key group. */
  readonly kind: string;
  /** Keyboard shortcut of the command. */
  readonly key?: string;
  readonly act: () => void;
}

const MAX_SHOWN = 50;

/** Returns the commands whose names contain every word of the given text. Names that begin with the text come first. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, kind }) => {
    const searched = `${name} ${kind}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const start = text.trim().toLowerCase();
  const isFirst = ({ name }: Command) => start !== '' && name.toLowerCase().startsWith(start);
  const first = found.filter(isFirst);
  const rest = found.filter((command) => !isFirst(command));
  return [...first, ...rest].slice(0, MAX_SHOWN);
}

/**
 * Parses a pasted trace id, which may contain dashes or upper-case letters or begin with `0x`. Returns undefined if the
 * input is not a trace id.
 */
export function readTraceId(text: string): string | undefined {
  const id = text
    .trim()
    .toLowerCase()
    .replace(/^(?:urn:uuid:|0x)/, '')
    .replaceAll('-', '');
  return /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}
