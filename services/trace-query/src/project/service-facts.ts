/** Addresses to which programs send spans. An address is absent if it is unknown or its port is closed. */
interface IngestAddresses {
  readonly json?: string | undefined;
  readonly otlpHttp?: string | undefined;
  readonly otlpGrpc?: string | undefined;
}

/** Facts about the service that `GET /project` shows. */
export interface ServiceFacts {
  /** Authentication mode: `keys` if requests need a key. */
  readonly authMode: 'open' | 'keys';
  /** Maximum time for a read in ms. */
  readonly deadlineMs: number;
  readonly ingest: IngestAddresses;
}
