/** The addresses to which programs send spans; an unknown or closed address is absent. */
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
