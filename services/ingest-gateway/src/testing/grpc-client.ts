import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import {
  Client,
  type ClientOptions,
  credentials,
  Metadata,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js';
import { exportPath } from '../grpc/trace-service.js';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.js';

interface GrpcAnswer {
  readonly code: number;
  readonly details: string;
  /** The bytes of the response message, or undefined if the response has no message. */
  readonly bytes: Buffer | undefined;
  readonly receipt: string | undefined;
  /** The google.rpc.Status of a failure, if the failure has one. */
  readonly statusDetails: Buffer | undefined;
}

interface SendOptions {
  readonly authorization?: string;
  readonly path?: string;
  readonly client?: ClientOptions;
}

export interface GrpcGateway extends TestGateway {
  readonly grpcPort: number;
  send(message: Uint8Array, options?: SendOptions): Promise<GrpcAnswer>;
  /** Opens a call. The test writes the call's message itself. */
  open(headers?: Record<string, string>): OpenCall;
  closeServer(): Promise<void>;
  /** Closes the server and all clients. */
  close(): Promise<void>;
}

interface OpenCall {
  readonly stream: ClientHttp2Stream;
  /** Resolves with the status code. */
  readonly status: Promise<number>;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}

const CALLS_PER_SESSION = 50;

const started: GrpcGateway[] = [];

afterEach(() => Promise.all(started.splice(0).map((gateway) => gateway.close())));

/** Starts a gateway that serves OTLP/gRPC on a free port until the test ends. */
export async function startGrpcGateway(options: TestGatewayOptions = {}): Promise<GrpcGateway> {
  const gateway = createTestGateway(options);
  const listener = await gateway.otlpGrpc.listen({ host: '127.0.0.1', port: 0 });
  const sessions: ClientHttp2Session[] = [];
  let calls = 0;
  const grpcGateway: GrpcGateway = {
    ...gateway,
    grpcPort: listener.port,
    send: (message, sendOptions = {}) => sendMessage(listener.port, message, sendOptions),
    open: (headers = {}) => {
      const session =
        calls++ % CALLS_PER_SESSION === 0 ? connect(listener.address) : sessions.pop();
      if (session === undefined) {
        throw new Error('no session');
      }
      sessions.push(session);
      return openCall(session, headers);
    },
    closeServer: () => listener.close(),
    close: async () => {
      for (const session of sessions) {
        session.destroy();
      }
      await listener.close();
    },
  };
  started.push(grpcGateway);
  return grpcGateway;
}

function sendMessage(
  port: number,
  message: Uint8Array,
  { authorization, path = exportPath, client: options }: SendOptions,
): Promise<GrpcAnswer> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
    ...options,
  });
  const metadata = new Metadata();
  if (authorization !== undefined) {
    metadata.set('authorization', authorization);
  }
  return new Promise((resolve) => {
    let bytes: Buffer | undefined;
    const take = (_error: ServiceError | null, answer?: Buffer) => {
      bytes = answer;
    };
    client
      .makeUnaryRequest(path, asBuffer, asBuffer, message, metadata, take)
      .on('status', (status: StatusObject) => {
        client.close();
        resolve(toAnswer(status, bytes));
      });
  });
}

function toAnswer(
  { code, details, metadata }: StatusObject,
  bytes: Buffer | undefined,
): GrpcAnswer {
  const [receipt] = metadata.get('x-ingest-receipt');
  const [statusDetails] = metadata.get('grpc-status-details-bin');
  return {
    code,
    details,
    bytes,
    receipt: receipt?.toString(),
    statusDetails: Buffer.isBuffer(statusDetails) ? statusDetails : undefined,
  };
}

function openCall(session: ClientHttp2Session, headers: Record<string, string>): OpenCall {
  const stream = session.request({
    ':method': 'POST',
    ':path': exportPath,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  const status = new Promise<number>((resolve, reject) => {
    const look = (received: Record<string, unknown>) => {
      if (received['grpc-status'] !== undefined) {
        resolve(Number(received['grpc-status']));
      }
    };
    stream.on('response', look).on('trailers', look).on('error', reject);
  });
  stream.resume();
  return { stream, status };
}

/** Adds the gRPC framing to a message. */
export function grpcFrame(message: Uint8Array, isCompressed = false): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isCompressed ? 1 : 0, 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
