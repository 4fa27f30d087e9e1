import type { ProbeForm, ProbeTrace } from '../probe/probe-trace.js';

/** Names of all doors through which probes can be sent. They are the values of the label `door`. */
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
 * - `accepted`: every span is accepted. The receipt is absent if the answer has none.
 * - `refused`: the answer does not accept every span.
 * - `unanswered`: no answer arrived in time. The spans may or may not be stored.
 */
export type WriteOutcome =
  | { readonly status: 'accepted'; readonly receipt: string | undefined }
  | { readonly status: 'refused' | 'unanswered'; readonly reason: string };

/** Sends the trace of a probe through one protocol, in one request without retries. */
export interface WriteDoor {
  readonly name: DoorName;
  /** The precision of times and the types of values that the protocol can express. */
  readonly form: ProbeForm;
  /**
   * Sends the trace and resolves with the outcome. Rejects only with the reason of `signal` after `signal` has aborted.
   */
  write(trace: ProbeTrace, signal: AbortSignal): Promise<WriteOutcome>;
}
