import type { ProbeForm, ProbeTrace } from '../probe/probe-trace.js';

/** Names of all doors, used as values of the label `door`. */
export const doorNames = [
  'json_flat',
  'json_nested',
  'otlp_http_protobuf',
  'otlp_http_json',
  'otlp_grpc',
  'zipkin_json',
  'zipkin_protobuf',
] as const;
export type DoorName = (typeof doorNames)[number];

/**
 * The outcome of a write.
 *
 * - `accepted`: the response accepts every span. The receipt is absent if the response has none.
 * - `refused`: the response does not accept every span.
 * - `unanswered`: no response arrived in time. The spans may or may not be stored.
 */
export type WriteOutcome =
  | { readonly status: 'accepted'; readonly receipt: string | undefined }
  | { readonly status: 'refused' | 'unanswered'; readonly reason: string };

/** Sends a probe's trace through one protocol, in one request without retries. */
export interface WriteDoor {
  readonly name: DoorName;
  /** The precision of times and the types of values that the protocol supports. */
  readonly form: ProbeForm;
  /**
   * Sends the trace and resolves with the outcome. Rejects only after `signal` has aborted, with the signal's reason.
   */
  write(trace: ProbeTrace, signal: AbortSignal): Promise<WriteOutcome>;
}
