/** The addresses to which programs send spans. Unknown and closed addresses are absent. */
interface IngestAddresses {
  readonly json?: string | undefined;
  readonly otlpHttp?: string | undefined;
  readonly otlpGrpc?: string | undefined;
}

/** Facts about the service that `GET /project` shows. */
export interface ServiceFacts {
  /** The mode of authentication: `keys` if requests need a key. */
  readonly authMode: 'open' | 'keys';
  /** Maximum time of a read in ms. */
  readonly deadlineMs: number;
  readonly ingest: IngestAddresses;
}
