import { Client, credentials, Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { type HttpClientOptions, withDeadline } from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import { otlpProtobufBody, toOutcome } from './http-doors.js';
import type { WriteDoor } from './write-door.js';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** Maximum backoff before a reconnect. It is short, so that the next probe does not have to wait long. */
const MAX_RECONNECT_MS = 5000;

export interface GrpcDoorOptions extends Omit<HttpClientOptions, 'baseUrl' | 'fetch'> {
  /** The address: `http://host:port`, or `https://…` for TLS. */
  readonly url: string;
}

/** The door for OTLP over gRPC. It uses a single connection until `close`. */
export interface GrpcDoor extends WriteDoor {
  close(): void;
}

/** Creates the door. It connects when the first probe is sent, and reconnects after the connection is lost. */
export function createGrpcDoor({ url, apiKey, timeoutMs, clock }: GrpcDoorOptions): GrpcDoor {
  const { host, protocol } = new URL(url);
  const security = protocol === 'https:' ? credentials.createSsl() : credentials.createInsecure();
  const client = new Client(host, security, {
    'grpc.enable_retries': 0, // a retry by the library would hide a failure
    'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS,
  });
  const metadata = new Metadata();
  if (apiKey !== undefined) {
    metadata.set('authorization', `ApiKey ${apiKey}`);
  }

  const send = (body: Uint8Array, signal: AbortSignal) =>
    withDeadline({ clock, timeoutMs, missing: 'answer' }, signal, (ending) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
      let answer: Buffer | undefined;
      const take = (_error: unknown, message?: Buffer) => {
        answer = message;
      };
      const call = client
        .makeUnaryRequest(exportPath, asBuffer, asBuffer, body, metadata, take)
        .on('status', (ended: StatusObject) => {
          const failure = failureOf(ended, answer);
          if (failure === undefined) {
            resolve(ended.metadata.get('x-ingest-receipt')[0]?.toString());
          } else {
            reject(failure);
          }
        });
      const cancel = () => {
        reject(ending.reason);
        call.cancel();
      };
      ending.addEventListener('abort', cancel, { once: true });
      return promise;
    });
  return {
    name: 'otlp_grpc',
    form: 'typed',
    write: (trace, signal) => toOutcome(signal, () => send(otlpProtobufBody(trace), signal)),
    close: () => client.close(),
  };
}

/** Returns the reason why a call was not fully accepted, or `undefined` if every span was accepted. */
function failureOf(
  { code, details, metadata }: StatusObject,
  answer: Buffer | undefined,
): RequestFailure | undefined {
  if (code === status.OK) {
    return answer?.length === 0
      ? undefined
      : new RequestFailure('refused', 'the answer does not accept every span');
  }
  // grpc-js reports a failed connection as UNAVAILABLE too, but in that case there are no response headers.
  const isAnswer = metadata.get('content-type').length > 0;
  const isLost = code === status.CANCELLED || (code === status.UNAVAILABLE && !isAnswer);
  return new RequestFailure(isLost ? 'unreachable' : 'refused', `${status[code]}: ${details}`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
