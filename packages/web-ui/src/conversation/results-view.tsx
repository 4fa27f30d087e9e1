import type { ReactElement } from 'react';
import { writeCount } from '../parts/values/format-number.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { writeJson } from '../parts/values/write-json.js';
import { LongText } from './content/long-text.js';
import styles from './conversation.module.css';
import type { FoundDocument, Results, Vector } from './reading/read-results.js';

/** Documents with their scores, or vectors. */
export function ResultsView({ results }: { readonly results: Results }): ReactElement {
  return results.kind === 'documents' ? (
    <ol className={styles['documents']} aria-label="Documents">
      {results.documents.map((document, at) => (
        <DocumentView key={at} document={document} />
      ))}
    </ol>
  ) : (
    <ol className={styles['documents']} aria-label="Vectors">
      {results.vectors.map((vector, at) => (
        <VectorView key={at} vector={vector} />
      ))}
    </ol>
  );
}

function DocumentView({
  document: { text, id, score },
}: {
  readonly document: FoundDocument;
}): ReactElement {
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

function VectorView({
  vector: { text, length, first },
}: {
  readonly vector: Vector;
}): ReactElement {
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
