import { HighlightStyle, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { openSearchPanel, search, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser as jsonParser } from '@lezer/json';
import { nameOfInvisible } from '../values/write-value.js';

export interface LargeTextProps {
  readonly text: string;
  /** Accessible name of the text. */
  readonly name: string;
  readonly isJson: boolean;
  /** True to focus the search field when the editor opens. */
  readonly takesFocus: boolean;
}

/** Maximum length of a text that is highlighted. Parsing more text would take seconds. */
const MAX_COLOURED = 3_000_000;

/**
 * Shows a searchable text in an element, and returns a function that removes the editor. The editor adds its styles to
 * a shadow root, where the content security policy allows them.
 */
export function openEditor(
  parent: HTMLElement,
  { text, name, isJson, takesFocus }: LargeTextProps,
): () => void {
  const host = parent.appendChild(document.createElement('div'));
  host.style.height = '100%';
  const root = host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.readOnly.of(true),
        lineNumbers(),
        EditorView.lineWrapping,
        marks,
        search({ top: true }),
        keymap.of(searchKeymap),
        appearance,
        EditorView.contentAttributes.of({
          'aria-label': name,
          'aria-readonly': 'true',
          tabindex: '0',
        }),
        isJson && text.length <= MAX_COLOURED ? colouredJson : [],
      ],
    }),
  });
  host.addEventListener('keydown', (event) => keepKey(view, event));
  const focused = document.activeElement;
  openSearchPanel(view);
  if (!takesFocus && focused instanceof HTMLElement) {
    view.contentDOM.blur();
    focused.focus();
  }
  return () => {
    view.destroy();
    host.remove();
  };
}

/**
 * Prevents key presses in the editor from reaching the page. Escape closes the search first, and then the surrounding
 * dialog.
 */
function keepKey(view: EditorView, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || searchPanelOpen(view.state) || event.defaultPrevented) {
    event.stopPropagation();
  }
}

/** Shows control and direction characters as visible marks, like the rest of the interface. */
const marks = highlightSpecialChars({
  specialChars: /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu,
  render(code) {
    const mark = document.createElement('span');
    mark.className = 'mark';
    mark.textContent = nameOfInvisible(code);
    return mark;
  },
});

const appearance = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '12px / 18px var(--mono)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--ink-3)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-panels': {
    color: 'var(--ink)',
    backgroundColor: 'var(--sunken)',
    borderBottom: '1px solid var(--line)',
  },
  '.cm-panel.cm-search': { font: '13px / 20px var(--font)', padding: '4px 28px 4px 8px' },
  '.cm-panel.cm-search label': { font: 'inherit' },
  '.cm-panel.cm-search button[name=close]': { minWidth: '24px', minHeight: '24px' },
  '.cm-textfield, .cm-button': {
    font: 'inherit',
    minHeight: '26px',
    color: 'var(--ink)',
    border: '1px solid var(--mark)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
  },
  '.cm-panels :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 30%, transparent)' },
  '.cm-searchMatch-selected': {
    outline: '2px solid var(--warn)',
  },
  '.mark': {
    padding: '0 3px',
    border: '1px solid var(--line-strong)',
    borderRadius: '3px',
    fontSize: '10px',
    color: 'var(--ink-3)',
    unicodeBidi: 'isolate',
  },
});

const colouredJson: Extension = [
  LRLanguage.define({ parser: jsonParser }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--c0)' },
      { tag: tags.string, color: 'var(--c9)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--c2)' },
    ]),
  ),
];
