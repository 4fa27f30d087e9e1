import { useState } from 'react';
import type { JsonIndex } from '../../api/json/json-index.js';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import { UnreadJson } from '../../api/json/unread-json.js';
import type { Json } from '../../api/shown-span.js';
import { Button } from '../button.js';
import { TextDialog } from '../large-text/text-dialog.js';
import { type ShownValue, tieValue } from '../values/shown-value.js';
import { ValueButton } from '../values/value-button.js';
import { MarkedText, writeCount } from '../values/write-value.js';
import { indentJson } from './indent-json.js';
import type { JsonPath, JsonRow, JsonTree } from './json-tree.js';
import styles from './json-view.module.css';

/** Maximum number of characters of a value that a line shows. */
const MAX_SHOWN = 300;
/** Maximum number of levels by which a line is indented. */
const MAX_INDENTED_LEVEL = 20;
const INDENT_PX = 14;

interface JsonLineProps {
  readonly id: string;
  readonly tree: JsonTree;
  readonly row: number;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly fieldRefOf: FieldOfPath | undefined;
}

/**
 * One line of a JSON tree. It shows the name of a value, followed by the value or, for a closed container, its size.
 */
export function JsonLine(props: JsonLineProps) {
  const { id, tree, row, top, isCurrent, onChoose, fieldRefOf } = props;
  const line = tree.rowAt(row);
  const { level, name, position, siblings, container, isOpen } = line;
  const shown = shownValue(tree, line, fieldRefOf);
  const indent = Math.min(level, MAX_INDENTED_LEVEL) * INDENT_PX;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The tree has the keys.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={siblings}
      aria-posinset={position + 1}
      aria-selected={isCurrent}
      {...(container >= 0 && { 'aria-expanded': isOpen })}
      className={`${styles['line']} ${isCurrent ? styles['current'] : ''}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: indent }}
      data-value
      ref={tieValue(shown)}
      onClick={onChoose}
    >
      <span className={styles['fold']} aria-hidden="true">
        {container >= 0 && (isOpen ? '▾' : '▸')}
      </span>
      {name !== undefined && (
        <span className={typeof name === 'number' ? styles['place'] : styles['name']}>
          <MarkedText text={String(name)} />:
        </span>
      )}
      <LineValue index={tree.index} line={line} />
      {isCurrent && <ValueButton shown={shown} isTabStop={false} />}
    </div>
  );
}

function LineValue({ index, line }: { readonly index: JsonIndex; readonly line: JsonRow }) {
  const { from, to, container } = line;
  if (container >= 0) {
    const size = writeCount(index.sizeOf(container));
    return (
      <span className="faint">
        {index.isList(container) ? `[${size}]` : `{${size}}`}
        {!line.isOpen && ` ${writeCount(to - from)} characters`}
      </span>
    );
  }
  const source = index.text.slice(from, Math.min(to, from + MAX_SHOWN));
  const isText = source.startsWith('"');
  return (
    <>
      <span className={styles[isText ? 'text' : 'scalar']}>
        <MarkedText text={source} />
        {to - from > MAX_SHOWN && '…'}
      </span>
      {(to - from > MAX_SHOWN || jsonText.test(source)) && (
        <WholeText source={index.text.slice(from, to)} />
      )}
    </>
  );
}

/** Matches the beginning of a JSON string whose content may itself be JSON. */
const jsonText =
  /^"(?:\s|\\[nrt])*(?:\{(?:\s|\\[nrt])*(?:\\"|\})|\[(?:\s|\\[nrt])*(?:\\"|[\]{[\d-]))/;

/** Button that opens a long string, or a string that contains JSON. */
function WholeText({ source }: { readonly source: string }) {
  const [opened, setOpened] = useState<ReturnType<typeof textOf>>();
  const label = jsonText.test(source) ? 'Open as JSON' : `${writeCount(source.length)} characters`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Clicks inside do not reach the line; the button has its own keys.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <span onClick={(event) => event.stopPropagation()}>
      <Button isPlain tabIndex={-1} onClick={() => setOpened(textOf(source))}>
        {label}
      </Button>
      {opened !== undefined && (
        <TextDialog name="The whole text" {...opened} onClose={() => setOpened(undefined)} />
      )}
    </span>
  );
}

/** Returns the content of a string. Content that is JSON is indented. */
function textOf(source: string) {
  const text = source.startsWith('"') ? (JSON.parse(source) as string) : source;
  return jsonText.test(source) && isJson(text)
    ? { text: indentJson(text), isJson: true }
    : { text, isJson: false };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // a text such as `[1] see below`
  }
}

/** Returns the span field that contains the value at a path; undefined if filters cannot use the field. */
export type FieldOfPath = (path: JsonPath) => ShownValue['fieldRef'];

/** Converts the value of a line to the type that the value menu expects. */
export function shownValue(
  tree: JsonTree,
  { from, to, container, path }: JsonRow,
  fieldRefOf: FieldOfPath | undefined,
): ShownValue {
  const fieldRef = fieldRefOf?.(path);
  const source = () => tree.index.text.slice(from, to);
  return {
    name: path.join('.') || 'the whole value',
    // The value is parsed only when it is used. Most lines are only displayed, and a string may be long.
    get value() {
      return container < 0
        ? (parseExactJson(source()) as Json)
        : (new UnreadJson(tree.index, container) as unknown as Json);
    },
    get text() {
      const { value } = this;
      return typeof value === 'string' ? value : source();
    },
    ...(fieldRef !== undefined && { fieldRef }),
  };
}
