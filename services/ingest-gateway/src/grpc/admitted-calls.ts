import type { Metadata } from '@grpc/grpc-js';
import { type BytesReservation, type InFlightBytes, serviceUnavailable } from '@spanhouse/api-kit';
import type { Authenticate, Principal } from '@spanhouse/catalog';

/** A call whose sender is known, and the room that its message has. */
export interface AdmittedCall {
  readonly principal: Principal;
  readonly reservation: BytesReservation;
}

/** The checks and the budget that decide whether a call is admitted. */
export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  /** Shared with HTTP. A message counts from its arrival to its answer. */
  readonly inFlight: InFlightBytes;
  /** Calls in flight above which a call is answered UNAVAILABLE. */
  readonly maxCalls: number;
}

const RETRY_AFTER_SECONDS = 1;

/** Admits calls and keeps them until `take`, whose caller MUST release the reservation. */
export function createAdmittedCalls({ authenticate, inFlight, maxCalls }: AdmissionOptions) {
  const admitted = new WeakMap<Metadata, AdmittedCall>();
  return {
    /** Rejects if too many calls are open or the sender is refused. */
    async admit(metadata: Metadata, openCalls: number): Promise<BytesReservation> {
      if (openCalls > maxCalls) {
        throw serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS);
      }
      const headers = {
        authorization: entryOf(metadata, 'authorization'),
        'x-api-key': entryOf(metadata, 'x-api-key'),
      };
      const principal = await authenticate(headers, { need: 'edit_spans' });
      const reservation = inFlight.reserve(principal.project_id);
      admitted.set(metadata, { principal, reservation });
      return reservation;
    },
    /** Returns undefined if the call was not admitted or is taken already. */
    take(metadata: Metadata): AdmittedCall | undefined {
      const call = admitted.get(metadata);
      admitted.delete(metadata);
      return call;
    },
  };
}

/** The entry with its repetitions, joined as in HTTP. */
function entryOf(metadata: Metadata, name: string): string {
  return metadata.get(name).join(', ');
}
