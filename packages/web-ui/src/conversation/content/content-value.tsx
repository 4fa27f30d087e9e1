import type { ReactElement } from 'react';
import { previewOf } from '../../api/json/preview-text.js';
import { unreadOf } from '../../api/json/unread-json.js';
import { type Json, membersOf } from '../../api/shown-span.js';
import { JsonView } from '../../parts/json-view/json-view.js';
import { writeJson } from '../../parts/values/write-json.js';
import { readResults } from '../reading/read-results.js';
import { ResultsView } from '../results-view.js';
import { LongText } from './long-text.js';

interface ContentValueProps {
  readonly value: Json;
  /** The title of the value: `Input`. */
  readonly name: string;
}

/** Summary of an input or output: the text of its last message, its documents or vectors, or its JSON. */
export function ContentValue({ value, name }: ContentValueProps): ReactElement {
  const text = readResults(value) === undefined ? textOf(value) : undefined;
  return text === undefined ? (
    <JsonValue value={value} name={name} />
  ) : (
    <LongText text={text} isAsSent={false} />
  );
}

/** Documents or vectors in a value, or its JSON. */
export function JsonValue({ value, name }: ContentValueProps): ReactElement {
  const results = readResults(value);
  if (results !== undefined) {
    return <ResultsView results={results} />;
  }
  return typeof value === 'object' && value !== null ? (
    <JsonView value={value} name={name} />
  ) : (
    <p className="mono">{writeJson(value)}</p>
  );
}

/** Returns the text of a string, of the last message, or of an object with one member. */
function textOf(value: Json): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  const members = unreadOf(value) === undefined ? membersOf(value) : undefined;
  if (members === undefined) {
    return undefined;
  }
  const isConversation = ['prompt', 'messages', 'completion'].some((name) =>
    Array.isArray(members[name]),
  );
  const [only, ...others] = Object.values(members);
  const isText = isConversation || (typeof only === 'string' && others.length === 0);
  return isText ? previewOf(members)?.text : undefined;
}
