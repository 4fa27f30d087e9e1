import type { ProbeForm, ProbeTrace } from '../probe/probe-trace.js';

/** Every door through which a probe can be sent; the values of the label `door`. */
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
 * - `accepted`: every span is accepted; the receipt is absent if the answer has none.
 * - `refused`: the answer does not accept every span.
 * - `unanswered`: no answer in time. The spans may be stored or not.
 */
export type WriteOutcome =
  | { readonly status: 'accepted'; readonly receipt: string | undefined }
  | { readonly status: 'refused' | 'unanswered'; readonly reason: string };

/** Sends the trace of a probe through one protocol, in one request that is not repeated. */
export interface WriteDoor {
  readonly name: DoorName;
  /** The precision and the types of values that the protocol can express. */
  readonly form: ProbeForm;
  /** Resolves with the outcome. Rejects only with the reason of `signal` after it has aborted. */
  write(trace: ProbeTrace, signal: AbortSignal): Promise<WriteOutcome>;
}
