/** The addresses to which programs send spans; one that is not known or not open is absent. */
interface IngestAddresses {
  readonly json?: string | undefined;
  readonly otlpHttp?: string | undefined;
  readonly otlpGrpc?: string | undefined;
}

/** Facts of `GET /project` about the service itself. */
export interface ServiceFacts {
  /** `keys` if requests need a key. */
  readonly authMode: 'open' | 'keys';
  /** The longest time of a read. */
  readonly deadlineMs: number;
  readonly ingest: IngestAddresses;
}
