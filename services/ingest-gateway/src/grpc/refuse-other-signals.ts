import { ServerInterceptingCall, type ServerInterceptor, status as Status } from '@grpc/grpc-js';
import { otherSignals } from '../otlp/other-signals.js';
import { methodAt } from './trace-service.js';

/** The services of OTLP for other signals. They are declared because grpc-js answers undeclared paths on its own. */
export const otherSignalServices = otherSignals.map(({ name, refusal }) => ({
  refusal,
  Export: methodAt(`/opentelemetry.proto.collector.${name}.v1.${serviceNameOf(name)}/Export`),
}));

/** Answers calls of these services UNIMPLEMENTED, with the text of OTLP/HTTP, before their messages are read. */
export const refuseOtherSignals: ServerInterceptor = ({ path }, call) => {
  const service = otherSignalServices.find(({ Export }) => Export.path === path);
  if (service === undefined) {
    return new ServerInterceptingCall(call);
  }
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: () => {
          call.sendStatus({ code: Status.UNIMPLEMENTED, details: service.refusal });
        },
      }),
  });
};

function serviceNameOf(signal: string): string {
  return `${signal.charAt(0).toUpperCase()}${signal.slice(1)}Service`;
}
