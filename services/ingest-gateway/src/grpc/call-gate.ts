import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  status as Status,
} from '@grpc/grpc-js';
import { badRequest, contentTooLarge, serviceUnavailable } from '@spanhouse/api-kit';
import type { Authenticate, Principal } from '@spanhouse/catalog';
import type { Clock } from '@spanhouse/service-runtime';
import type { GrpcMetrics } from './grpc-metrics.js';
import type { ToGrpcStatus } from './grpc-status.js';
import { createOpenCalls } from './open-calls.js';
import { exportPath } from './trace-service.js';

/** The same time that an HTTP request may take to arrive. */
const RECEIVE_TIMEOUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 1;

/** What the gate checks, and how it words a refusal. */
export interface CallGateOptions {
  readonly authenticate: Authenticate;
  readonly toGrpcStatus: ToGrpcStatus;
  readonly metrics: GrpcMetrics;
  readonly clock: Clock;
  /** Limit of a message, for the text of the refusal; grpc-js enforces it. */
  readonly limitBytes: number;
  /** Calls in flight above which a call is answered UNAVAILABLE. */
  readonly maxCalls: number;
}

/** The check of every call before its message is read. */
export interface CallGate {
  readonly interceptor: ServerInterceptor;
  /** Returns the sender of an admitted call. */
  principalOf(metadata: Metadata): Principal;
}

type InterceptedCall = Parameters<ServerInterceptor>[1];
type SentStatus = Parameters<InterceptedCall['sendStatus']>[0];

/**
 * Admits calls of the trace service. A message is read only after the call has room and its sender is known, and a
 * message that does not arrive ends its call after a time-out. Every call is counted. Calls of other services pass.
 */
export function createCallGate(options: CallGateOptions): CallGate {
  const { authenticate, toGrpcStatus, metrics, clock, maxCalls } = options;
  const principals = new WeakMap<Metadata, Principal>();
  const calls = createOpenCalls(metrics, clock);

  const admit = async (metadata: Metadata): Promise<void> => {
    if (calls.count > maxCalls) {
      throw serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS);
    }
    const [authorization] = metadata.get('authorization');
    const text = authorization === undefined ? undefined : String(authorization);
    principals.set(metadata, await authenticate(text, { need: 'edit_spans' }));
  };

  const guard = (call: InterceptedCall): ServerInterceptingCall => {
    const close = calls.open();
    const receiving = clock.setTimer(RECEIVE_TIMEOUT_MS, () => call.sendStatus(notReceived));
    let isReceived = false;
    const end = (code: Status) => {
      receiving.cancel();
      close(code);
    };
    replaceStatus(call, (given) => {
      const sent = rewordRefusal(given, options);
      end(sent.code);
      return sent;
    });
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            admit(metadata).then(
              () => proceed(metadata),
              (error) => call.sendStatus(toGrpcStatus(error)),
            );
          },
          onReceiveMessage: (message, proceed) => {
            isReceived = true;
            receiving.cancel();
            proceed(message);
          },
          onReceiveHalfClose: (proceed) => {
            // A client that gave up looks the same as one without a message, until its stream is closed.
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
    interceptor: ({ path }, call) =>
      path === exportPath ? guard(call) : new ServerInterceptingCall(call),
    principalOf(metadata) {
      const principal = principals.get(metadata);
      if (principal === undefined) {
        throw new Error('the call did not pass the gate');
      }
      return principal;
    },
  };
}

/** The status of a call whose message did not arrive; HTTP answers 408 in this case. */
const notReceived: SentStatus = {
  code: Status.DEADLINE_EXCEEDED,
  details: 'The request did not arrive in time.',
};

/** Rewrites the status of a call. Damaged and oversized messages are refused by grpc-js without the interceptors. */
function replaceStatus(call: InterceptedCall, replace: (status: SentStatus) => SentStatus): void {
  const send = call.sendStatus.bind(call);
  call.sendStatus = (status) => send(replace(status));
}

function rewordRefusal(
  status: SentStatus,
  { toGrpcStatus, limitBytes }: CallGateOptions,
): SentStatus {
  const details = status.details;
  if (status.code === Status.INTERNAL && details.startsWith('Failed to decompress')) {
    return toGrpcStatus(badRequest(details));
  }
  if (status.code === Status.RESOURCE_EXHAUSTED && details.startsWith('Received message')) {
    return toGrpcStatus(contentTooLarge(limitBytes));
  }
  return status;
}
