import { Client, credentials, Metadata, type StatusObject, status } from '@grpc/grpc-js';
import type { Clock } from '@spanhouse/service-runtime';
import { RequestFailure } from '../http/request-failure.js';
import { otlpProtobufBody, toOutcome } from './http-doors.js';
import type { WriteDoor } from './write-door.js';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** Maximum backoff after a lost connection, so that the next probe does not wait long. */
const MAX_RECONNECT_MS = 5000;

export interface GrpcDoorOptions {
  /** The address: `http://host:port`, or `https://…` for TLS. */
  readonly url: string;
  /** The API key; undefined in open mode. */
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'setTimer'>;
}

/** The door of OTLP over gRPC. It keeps one connection until `close` ends it. */
export interface GrpcDoor extends WriteDoor {
  close(): void;
}

/** Creates the door. It connects for the first probe, and reconnects after the connection is lost. */
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
  // grpc-js also reports a failed connection as UNAVAILABLE, but then the headers of an answer are missing.
  const isAnswer = metadata.get('content-type').length > 0;
  const isLost = code === status.CANCELLED || (code === status.UNAVAILABLE && !isAnswer);
  return new RequestFailure(isLost ? 'unreachable' : 'refused', `${status[code]}: ${details}`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
