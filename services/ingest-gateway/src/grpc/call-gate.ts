import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  status as Status,
} from '@grpc/grpc-js';
import type { Authenticate, Principal } from '@spanhouse/catalog';
import {
  badRequest,
  type Clock,
  contentTooLarge,
  serviceUnavailable,
} from '@spanhouse/service-runtime';
import type { GrpcMetrics } from './grpc-metrics.js';
import type { ToGrpcStatus } from './grpc-status.js';
import { createOpenCalls } from './open-calls.js';
import { EXPORT_PATH } from './trace-service.js';

/** As long as an HTTP request may take to arrive. */
const RECEIVE_TIMEOUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 1;

export interface CallGateOptions {
  readonly authenticate: Authenticate;
  readonly toGrpcStatus: ToGrpcStatus;
  readonly metrics: GrpcMetrics;
  readonly clock: Clock;
  readonly limitBytes: number;
  readonly maxCalls: number;
}

export interface CallGate {
  readonly interceptor: ServerInterceptor;
  /** Of a call that was let through. */
  principalOf(metadata: Metadata): Principal;
}

type InterceptedCall = Parameters<ServerInterceptor>[1];
type SentStatus = Parameters<InterceptedCall['sendStatus']>[0];

/**
 * Lets calls of the trace service in: nothing of a message is read before there is room for the call
 * and its sender is known, and a message that does not arrive is not waited for. Every call is
 * observed. Other services pass.
 */
export function createCallGate(options: CallGateOptions): CallGate {
  const { authenticate, toGrpcStatus, metrics, clock, maxCalls } = options;
  const principals = new WeakMap<Metadata, Principal>();
  const calls = createOpenCalls({ metrics, clock });

  const admit = async (metadata: Metadata): Promise<void> => {
    if (calls.count > maxCalls) throw serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS);
    const [authorization] = metadata.get('authorization');
    const text = authorization === undefined ? undefined : String(authorization);
    principals.set(metadata, await authenticate(text, { need: 'edit_spans' }));
  };

  const guard = (call: InterceptedCall): ServerInterceptingCall => {
    const close = calls.open();
    const receiving = clock.setTimer(RECEIVE_TIMEOUT_MS, () => call.sendStatus(NOT_RECEIVED));
    let isReceived = false;
    const end = (code: Status) => {
      receiving.cancel();
      close(code);
    };
    replaceStatus(call, (given) => {
      const told = rewordRefusal(given, options);
      end(told.code);
      return told;
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
            // What a client leaves behind that gave up looks the same until its stream is closed.
            if (isReceived) proceed();
            else setImmediate(proceed);
          },
          onCancel: () => end(Status.CANCELLED),
        }),
    });
  };

  return {
    interceptor: ({ path }, call) =>
      path === EXPORT_PATH ? guard(call) : new ServerInterceptingCall(call),
    principalOf(metadata) {
      const principal = principals.get(metadata);
      if (principal === undefined) throw new Error('the call did not pass the gate');
      return principal;
    },
  };
}

const NOT_RECEIVED: SentStatus = {
  code: Status.DEADLINE_EXCEEDED,
  details: 'The request did not arrive in time.',
};

/** What grpc-js itself refuses, a damaged or oversized message, never passes an interceptor: only its call does. */
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
