import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  status as Status,
} from '@grpc/grpc-js';
import {
  BodyReadError,
  type BytesReservation,
  contentTooLarge,
  type InFlightBytes,
  serviceUnavailable,
} from '@spanhouse/api-kit';
import type { Authenticate, Principal } from '@spanhouse/catalog';
import type { Clock } from '@spanhouse/service-runtime';
import { acceptedEncodings } from '../otlp/otlp-status.js';
import {
  boundMessage,
  boundSmallMessage,
  closeStream,
  type InterceptedCall,
  type SentStatus,
} from './arriving-message.js';
import type { GrpcMetrics } from './grpc-metrics.js';
import type { ToGrpcStatus } from './grpc-status.js';
import { exportPath } from './trace-service.js';

/** The checks that the gate applies, and the function that converts refusals to statuses. */
export interface CallGateOptions extends AdmissionOptions {
  readonly toGrpcStatus: ToGrpcStatus;
  readonly metrics: GrpcMetrics;
  readonly clock: Clock;
  /** Maximum size of a message. grpc-js also enforces this limit before decompression. */
  readonly limitBytes: number;
}

/** Checks every call before its message is read. */
export interface CallGate {
  readonly interceptor: ServerInterceptor;
  /** Takes over an admitted call. The caller MUST release the call's reservation. */
  take(metadata: Metadata): AdmittedCall;
}

/** Path prefix of the health service, the only service whose messages are read without credentials. */
const healthPaths = '/grpc.health.';

/**
 * Creates the gate, which admits and counts calls to the trace service. The gate reads a message only if the sender is
 * known and the byte budget has room. If a message stops arriving, the gate ends its call. Calls to other services pass
 * through, but the health service accepts only a small message.
 */
export function createCallGate(options: CallGateOptions): CallGate {
  const calls = createOpenCalls(options.metrics, options.clock);
  const admitted = createAdmittedCalls(options);

  const guard = (call: InterceptedCall): ServerInterceptingCall => {
    const close = calls.open();
    let isOpen = true;
    let isReceived = false;
    let stopWatching: () => void = () => undefined;
    let release: () => void = () => undefined;
    const end = (code: Status) => {
      isOpen = false;
      stopWatching();
      release();
      close(code);
    };
    replaceStatus(call, (given) => {
      if (!isOpen) {
        return given; // grpc-js drops this status, so the call does not count as refused
      }
      const sent = rewordRefusal(given, options);
      end(sent.code);
      return sent;
    });
    const refuse = (error: unknown) => call.sendStatus(options.toGrpcStatus(error));
    const stop = (status: SentStatus) => call.sendStatus(status);
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            admitted.admit(metadata, calls.count).then((reservation) => {
              release = () => admitted.take(metadata)?.reservation.release();
              if (isOpen) {
                stopWatching = boundMessage(call, { ...options, reservation, refuse, stop });
                proceed(metadata);
              } else {
                release();
              }
            }, refuse);
          },
          onReceiveMessage: (message, proceed) => {
            isReceived = true;
            proceed(message);
          },
          onReceiveHalfClose: (proceed) => {
            stopWatching();
            // Until its stream is closed, a cancelled call looks like a call without a message.
            if (isReceived) {
              proceed();
            } else {
              setImmediate(proceed);
            }
          },
          onCancel: () => end(Status.CANCELLED),
        }),
    });
  };

  return {
    interceptor: ({ path }, call) => {
      const isHealth = path.startsWith(healthPaths);
      return path === exportPath ? guard(call) : pass(isHealth ? boundSmallMessage(call) : call);
    },
    take(metadata) {
      const call = admitted.take(metadata);
      if (call === undefined) {
        throw new Error('the call did not pass the gate');
      }
      return call;
    },
  };
}

function pass(call: InterceptedCall): ServerInterceptingCall {
  return new ServerInterceptingCall(call);
}

/**
 * Replaces the status of a call, then ends the call's stream. Also replaces refusals by grpc-js itself, which bypass
 * the interceptors.
 */
function replaceStatus(call: InterceptedCall, replace: (status: SentStatus) => SentStatus): void {
  const send = call.sendStatus.bind(call);
  call.sendStatus = (status) => {
    send(replace(status));
    closeStream(call);
  };
}

function rewordRefusal(
  status: SentStatus,
  { toGrpcStatus, limitBytes }: CallGateOptions,
): SentStatus {
  // grpc-js passes the error of a failed decompression as a status.
  if (status instanceof BodyReadError) {
    return toGrpcStatus(status);
  }
  if (status.code === Status.UNIMPLEMENTED && status.details.includes('unsupported encoding')) {
    return { ...status, details: `${status.details}. ${acceptedEncodings}` };
  }
  const isTooLong =
    status.code === Status.RESOURCE_EXHAUSTED && status.details.startsWith('Received message');
  return isTooLong ? toGrpcStatus(contentTooLarge(limitBytes)) : status;
}

/**
 * Creates a counter for calls to the trace service that have no status yet. The gate limits the number of these calls.
 */
function createOpenCalls(metrics: GrpcMetrics, clock: Clock) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** Counts a call as open and returns the function that closes it. Calling that function again has no effect. */
    open(): (code: Status) => void {
      count++;
      metrics.opened();
      const startedNs = clock.nowNs();
      let isOpen = true;
      return (code) => {
        if (!isOpen) {
          return;
        }
        isOpen = false;
        count--;
        const seconds = Number(clock.nowNs() - startedNs) / 1e9;
        metrics.closed(exportPath, Status[code] ?? String(code), seconds);
      };
    },
  };
}

/** A call from a known sender, with the reservation for its message. */
interface AdmittedCall {
  readonly principal: Principal;
  readonly reservation: BytesReservation;
}

/** The checks and the budget that decide whether a call is admitted. */
interface AdmissionOptions {
  readonly authenticate: Authenticate;
  /** The byte budget, shared with HTTP. A message counts from its arrival until the response is sent. */
  readonly inFlight: InFlightBytes;
  /** Maximum number of calls in flight. Further calls get the status UNAVAILABLE. */
  readonly maxCalls: number;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Creates a store that admits calls and keeps them until `take` is called. The caller of `take` MUST release the
 * reservation.
 */
function createAdmittedCalls({ authenticate, inFlight, maxCalls }: AdmissionOptions) {
  const admitted = new WeakMap<Metadata, AdmittedCall>();
  return {
    /** Admits a call. Rejects if too many calls are open or the sender is refused. */
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
    /** Returns an admitted call, or undefined if the call was not admitted or is already taken. */
    take(metadata: Metadata): AdmittedCall | undefined {
      const call = admitted.get(metadata);
      admitted.delete(metadata);
      return call;
    },
  };
}

/** Returns a metadata entry as one string. Several values are joined as in HTTP. */
function entryOf(metadata: Metadata, name: string): string {
  return metadata.get(name).join(', ');
}
