/** A host as Zipkin describes it, without absent members. */
export interface ZipkinEndpoint {
  serviceName?: string;
  ipv4?: string;
  ipv6?: string;
  port?: number;
}

export interface ZipkinAnnotation {
  /** Microseconds; a bigint beyond the safe integers. */
  readonly timestamp: number | bigint;
  readonly value: string;
}

/** A span of the Zipkin v2 format, without absent and empty members. */
export interface ZipkinSpan {
  readonly traceId: string;
  readonly id: string;
  readonly parentId?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly timestamp: number | bigint;
  readonly duration?: number | bigint;
  readonly localEndpoint: ZipkinEndpoint;
  readonly remoteEndpoint?: ZipkinEndpoint;
  readonly annotations?: readonly ZipkinAnnotation[];
  readonly tags?: Readonly<Record<string, string>>;
  readonly debug?: true;
  readonly shared?: true;
}
