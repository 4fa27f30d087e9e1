import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import type { RefuseForeign } from '@spanhouse/api-kit';
import type { ToGrpcStatus } from './grpc-status.js';

/** Refuses calls from other sites to any service of the port before their messages are read; `:authority` is the host. */
export function refuseForeignCalls(
  refuseForeign: RefuseForeign,
  toGrpcStatus: ToGrpcStatus,
): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const headers = metadata.getMap();
            const refusal = refuseForeign({ method: 'POST', host: call.getHost(), headers });
            if (refusal === undefined) {
              proceed(metadata);
            } else {
              call.sendStatus(toGrpcStatus(refusal));
            }
          },
        }),
    });
}
