import type { ReactElement } from 'react';
import type { ProjectAnswer } from '../../api/use-project.js';
import { CopyButton } from '../../parts/values/copy-button.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import type { Addresses } from './snippets.js';
import styles from './start.module.css';

/** Lists the addresses to send spans to, the key, and the description of the API. */
export function AddressList({ project, addresses }: AddressListProps): ReactElement {
  const { json, otlp_http: otlpHttp, otlp_grpc: otlpGrpc } = project.ingest;
  const { key } = project;
  return (
    <dl className={styles['addresses']}>
      <AddressRow
        name="OTLP/HTTP"
        address={otlpHttp}
        guess={addresses.otlpHttp}
        setting="PUBLIC_OTLP_URL"
      />
      <AddressRow
        name="OTLP/gRPC"
        address={otlpGrpc}
        guess={undefined}
        setting="PUBLIC_OTLP_GRPC_URL"
      />
      <AddressRow name="JSON" address={json} guess={addresses.json} setting="PUBLIC_INGEST_URL" />
      {key !== undefined && (
        <div>
          <dt className="faint">Key</dt>
          <dd>
            <MarkedText text={key.name ?? 'without a name'} />{' '}
            <span className="mono quiet">{key.prefix}…</span>
          </dd>
        </div>
      )}
      <div>
        <dt className="faint">Documents</dt>
        <dd>
          <a href={new URL('../docs', document.baseURI).href}>All routes of the API</a>
        </dd>
      </div>
    </dl>
  );
}

interface AddressListProps {
  readonly project: ProjectAnswer;
  readonly addresses: Addresses;
}

interface AddressRowProps {
  readonly name: string;
  /** Undefined if the service does not know it. */
  readonly address: string | undefined;
  /** Address that the snippets use instead. */
  readonly guess: string | undefined;
  /** Setting that gives the service its address. */
  readonly setting: string;
}

function AddressRow({ name, address, guess, setting }: AddressRowProps): ReactElement {
  const shown = address ?? guess;
  return (
    <div>
      <dt className="faint">{name}</dt>
      {shown !== undefined && <dd className="mono">{shown}</dd>}
      {shown !== undefined && (
        <dd>
          <CopyButton text={shown} what={`the ${name} address`} />
        </dd>
      )}
      {address === undefined && (
        <dd className={`${styles['note']} quiet`}>
          {shown === undefined ? 'The port is off, or its address' : 'Assumed: the address'} is not
          known here. <span className="mono">{setting}</span> sets it.
        </dd>
      )}
    </div>
  );
}
