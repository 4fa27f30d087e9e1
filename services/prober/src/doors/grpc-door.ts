import { Client, credentials, Metadata, type StatusObject, status } from '@grpc/grpc-js';
import type { Clock } from '@spanhouse/service-runtime';
import { RequestFailure } from '../http/request-failure.js';
import { toOutcome } from './http-doors.js';
import { otlpProtobufBody } from './otlp-protobuf-body.js';
import type { WriteDoor } from './write-door.js';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** After a lost connection, the next probe must not wait for a long backoff. */
const MAX_RECONNECT_MS = 5000;

export interface GrpcDoorOptions {
  /** `http://host:port`, or `https://…` for TLS. */
  readonly url: string;
  /** Absent in open mode. */
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'setTimer'>;
}

/** The door of OTLP over gRPC. It keeps one connection, which `close` ends. */
export interface GrpcDoor extends WriteDoor {
  close(): void;
}

/** Creates the door. It connects with the first probe, and again after it has lost the connection. */
export function createGrpcDoor({ url, apiKey, timeoutMs, clock }: GrpcDoorOptions): GrpcDoor {
  const { host, protocol } = new URL(url);
  const security = protocol === 'https:' ? credentials.createSsl() : credentials.createInsecure();
  const client = new Client(host, security, {
    'grpc.enable_retries': 0, // a repeated call would hide a failure
    'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS,
  });
  const metadata = new Metadata();
  if (apiKey !== undefined) {
    metadata.set('authorization', `ApiKey ${apiKey}`);
  }

  const send = (body: Uint8Array, signal: AbortSignal) =>
    new Promise<string | undefined>((resolve, reject) => {
      signal.throwIfAborted();
      let answer: Buffer | undefined;
      const take = (_error: unknown, message?: Buffer) => {
        answer = message;
      };
      const call = client
        .makeUnaryRequest(exportPath, asBuffer, asBuffer, body, metadata, take)
        .on('status', (ended: StatusObject) => {
          stop();
          const failure = failureOf(ended, answer);
          if (failure !== undefined) {
            reject(failure);
            return;
          }
          resolve(ended.metadata.get('x-ingest-receipt')[0]?.toString());
        });
      const giveUp = (reason: unknown) => {
        stop();
        reject(reason);
        call.cancel();
      };
      const onAbort = () => giveUp(signal.reason);
      const deadline = clock.setTimer(timeoutMs, () =>
        giveUp(new RequestFailure('timed_out', `no answer in ${timeoutMs} ms`)),
      );
      const stop = () => {
        deadline.cancel();
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });

  return {
    name: 'otlp_grpc',
    form: 'typed',
    write: (trace, signal) => toOutcome(signal, () => send(otlpProtobufBody(trace), signal)),
    close: () => client.close(),
  };
}

/** Returns why a call does not accept every span; `undefined` if it does. */
function failureOf(
  { code, details, metadata }: StatusObject,
  answer: Buffer | undefined,
): RequestFailure | undefined {
  if (code === status.OK) {
    return answer?.length === 0
      ? undefined
      : new RequestFailure('refused', 'the answer does not accept every span');
  }
  // grpc-js itself reports a connection that fails as UNAVAILABLE, without the headers of an answer.
  const isAnswer = metadata.get('content-type').length > 0;
  const isLost = code === status.CANCELLED || (code === status.UNAVAILABLE && !isAnswer);
  return new RequestFailure(isLost ? 'unreachable' : 'refused', `${status[code]}: ${details}`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
