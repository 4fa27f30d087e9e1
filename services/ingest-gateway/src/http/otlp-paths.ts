/** The same handler; the second is what an exporter makes of a bare base URL. */
export const OTLP_PATHS = ['/otlp/v1/traces', '/v1/traces'] as const;
