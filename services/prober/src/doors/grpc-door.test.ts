import { randomBytes } from 'node:crypto';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { FakeClock, freePort } from '@spanhouse/service-runtime/testing';
import { createProbeTrace } from '../probe/probe-trace.js';
import { createGrpcDoor, type GrpcDoor } from './grpc-door.js';
import { otlpProtobufBody } from './http-doors.js';

const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const timeoutMs = 10_000;
const trace = createProbeTrace('typed', { nowNs: 1_777_629_660_123_456_789n, random: randomBytes });
const { signal } = new AbortController();

interface Call {
  readonly body: Buffer;
  readonly metadata: Metadata;
}

describe('createGrpcDoor', () => {
  const calls: Call[] = [];
  const clock = new FakeClock();
  let server: Server;
  let door: GrpcDoor;
  let answer: (callback: sendUnaryData<Buffer>) => void;

  beforeEach(async () => {
    calls.length = 0;
    server = new Server();
    const pass = (bytes: Buffer) => bytes;
    const Export = {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: pass,
      requestDeserialize: pass,
      responseSerialize: pass,
      responseDeserialize: pass,
    } as const;
    server.addService(
      { Export },
      {
        Export: (
          { request, metadata }: { request: Buffer; metadata: Metadata },
          callback: sendUnaryData<Buffer>,
        ) => {
          calls.push({ body: request, metadata });
          answer(callback);
        },
      },
    );
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    door = createGrpcDoor({ url: `http://127.0.0.1:${port}`, apiKey: 'a.key', timeoutMs, clock });
  });
  afterEach(() => {
    door.close();
    server.forceShutdown();
  });

  it('sends the OTLP request with the key, and reads the receipt from the trailing metadata', async () => {
    const trailer = new Metadata();
    trailer.set('x-ingest-receipt', 'a receipt');
    answer = (callback) => callback(null, Buffer.alloc(0), trailer);

    const outcome = await door.write(trace, signal);

    expect(outcome).toEqual({ status: 'accepted', receipt: 'a receipt' });
    expect(calls.map(({ body }) => body)).toEqual([otlpProtobufBody(trace)]);
    expect(calls[0]?.metadata.get('authorization')).toEqual(['ApiKey a.key']);
  });

  it('treats a partial success as a refusal', async () => {
    answer = (callback) => callback(null, Buffer.from([0x0a, 0x02, 0x08, 0x01]));

    expect(await door.write(trace, signal)).toMatchObject({ status: 'refused' });
  });

  it.each([
    [status.UNAVAILABLE, 'UNAVAILABLE: no'],
    [status.UNAUTHENTICATED, 'UNAUTHENTICATED: no'],
  ])('is refused by the status %d of a gateway', async (code, reason) => {
    const refused: Partial<ServiceError> = { code, details: 'no' };
    answer = (callback) => callback(refused);

    expect(await door.write(trace, signal)).toEqual({ status: 'refused', reason });
  });

  it('reports unanswered if no server listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const closed = createGrpcDoor({ url, apiKey: undefined, timeoutMs, clock });

    expect(await closed.write(trace, signal)).toMatchObject({ status: 'unanswered' });
    closed.close();
  });

  it('stops at the deadline, and when the prober stops', async () => {
    const arrived = Promise.withResolvers<void>();
    answer = () => arrived.resolve();

    const late = door.write(trace, signal);
    await arrived.promise;
    await clock.advance(timeoutMs);
    const stopping = new AbortController();
    const stopped = door.write(trace, stopping.signal);
    stopping.abort(new Error('stopping'));

    expect(await late).toEqual({ status: 'unanswered', reason: 'no answer in 10000 ms' });
    await expect(stopped).rejects.toThrow('stopping');
    expect(clock.pendingTimers).toBe(0);
  });
});
