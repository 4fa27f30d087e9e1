import type { ReactElement } from 'react';
import { previewOf } from '../../api/json/preview-text.js';
import { asUnread } from '../../api/json/unread-json.js';
import { type Json, membersOf } from '../../api/shown-span.js';
import { JsonView } from '../../parts/json-view/json-view.js';
import { writeJson } from '../../parts/values/write-json.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import styles from '../conversation.module.css';
import {
  type FoundDocument,
  type Results,
  readResults,
  type Vector,
} from '../reading/read-results.js';
import { LongText } from './long-text.js';

interface ContentValueProps {
  readonly value: Json;
  /** The title of the value, such as `Input`. */
  readonly name: string;
}

/** Shows an input or output as the text of its last message, as documents or vectors, or as JSON. */
export function ContentValue({ value, name }: ContentValueProps): ReactElement {
  const text = readResults(value) === undefined ? textOf(value) : undefined;
  return text === undefined ? (
    <JsonValue value={value} name={name} />
  ) : (
    <LongText text={text} isAsSent={false} />
  );
}

/** Shows a value as documents, as vectors or as JSON. */
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

/**
 * Returns the text to show: the value if it is a string, the text of the last message, or the text in an object's only
 * member.
 */
function textOf(value: Json): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  const members = asUnread(value) === undefined ? membersOf(value) : undefined;
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

/** Shows documents with their scores, or vectors. */
function ResultsView({ results }: { readonly results: Results }): ReactElement {
  const isDocuments = results.kind === 'documents';
  return (
    <ol className={styles['documents']} aria-label={isDocuments ? 'Documents' : 'Vectors'}>
      {isDocuments
        ? results.documents.map((document, at) => <DocumentView key={at} {...document} />)
        : results.vectors.map((vector, at) => <VectorView key={at} {...vector} />)}
    </ol>
  );
}

function DocumentView({ text, id, score }: FoundDocument): ReactElement {
  return (
    <li>
      {score !== undefined && <b title="Score">{writeJson(score)} </b>}
      {id !== undefined && (
        <span className="faint">
          <MarkedText text={id} />
        </span>
      )}
      <LongText text={text} isAsSent={false} />
    </li>
  );
}

function VectorView({ text, length, first }: Vector): ReactElement {
  return (
    <li>
      {text !== undefined && <LongText text={text} isAsSent />}
      {writeCount(length)} numbers:{' '}
      <span className="mono">
        {first.map((number) => writeJson(number)).join(', ')}
        {length > first.length && ', …'}
      </span>
    </li>
  );
}
