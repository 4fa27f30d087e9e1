import type { ReactElement } from 'react';
import { addressOf } from '../api/call.js';
import { apiKey } from '../api/credentials.js';
import type { Json } from '../api/shown-span.js';
import { CopyButton } from '../parts/copy-button.js';
import { writeJson } from '../parts/write-json.js';
import styles from './copy-request.module.css';
import { writeCurl } from './curl-text.js';

interface CopyRequestProps {
  readonly path: `/${string}`;
  readonly body: Json;
}

/** Copies the request of a list as a command that streams every row, and as JSON. */
export function CopyRequest({ path, body }: CopyRequestProps): ReactElement {
  const curl = writeCurl({
    url: addressOf(path),
    body,
    accept: 'application/x-ndjson',
    needsKey: apiKey.get() !== undefined,
  });
  return (
    <details className={styles['more']}>
      <summary className="button plain">More</summary>
      <div>
        <CopyButton text={curl} what="the request" label="Copy as curl" />
        <CopyButton text={writeJson(body)} what="the request" label="Copy as JSON" />
      </div>
    </details>
  );
}
