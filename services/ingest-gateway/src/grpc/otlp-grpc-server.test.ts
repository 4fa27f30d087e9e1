import { constants } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { createForeignRequestCheck } from '@spanhouse/api-kit';
import { type GrpcGateway, grpcFrame, startGrpcGateway } from '../testing/grpc-client.js';
import { otlpBytes } from '../testing/otlp-bytes.js';

const { NGHTTP2_CANCEL } = constants;
const healthPath = '/grpc.health.v1.Health/Check';
const serving = Buffer.from([0x08, 0x01]);

/** Encodes a HealthCheckRequest for one service. */
function askFor(service: string): Buffer {
  return Buffer.concat([Buffer.from([0x0a, service.length]), Buffer.from(service)]);
}

async function callsByStatus({ registry }: GrpcGateway): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('grpc_request_duration_seconds')?.get();
  const counts = (metric?.values ?? []).filter((value) =>
    'metricName' in value ? value.metricName === 'grpc_request_duration_seconds_count' : false,
  );
  return Object.fromEntries(counts.map(({ labels, value }) => [String(labels['status']), value]));
}

describe('the OTLP/gRPC server', () => {
  it('answers PORT_IN_USE when another process has the port', async () => {
    const first = await startGrpcGateway();
    const { otlpGrpc } = await startGrpcGateway();

    const listening = otlpGrpc.listen({ host: '127.0.0.1', port: first.grpcPort });

    await expect(listening).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  });

  it('reports SERVING without credentials, and an error for an unknown service', async () => {
    const gateway = await startGrpcGateway({ authenticate: () => Promise.reject(new Error()) });
    const check = (service: string) => gateway.send(askFor(service), { path: healthPath });

    expect(await check('')).toMatchObject({ code: 0, bytes: serving });
    expect(await check('opentelemetry.proto.collector.trace.v1.TraceService')).toMatchObject({
      bytes: serving,
    });
    expect(await check('elsewhere')).toMatchObject({ code: 5 });
  });

  it.each([
    ['is long', grpcFrame(Buffer.alloc(5000)), 'identity'],
    ['grows while it is decompressed', grpcFrame(gzipSync(Buffer.alloc(10_000)), true), 'gzip'],
  ])('refuses a request of the health service that %s', async (_, frame, encoding) => {
    const gateway = await startGrpcGateway();
    const { stream, status } = gateway.open({ ':path': healthPath, 'grpc-encoding': encoding });

    stream.end(frame);

    expect(await status).toBe(8);
  });

  it('answers a compressed request of the health service', async () => {
    const gateway = await startGrpcGateway();
    const headers = { ':path': healthPath, 'grpc-encoding': 'gzip' };
    const { stream, status } = gateway.open(headers);

    stream.end(grpcFrame(gzipSync(askFor('')), true));

    expect(await status).toBe(0);
  });

  it.each([
    ['metrics.v1.MetricsService', 'OTEL_METRICS_EXPORTER=none'],
    ['logs.v1.LogsService', 'OTEL_LOGS_EXPORTER=none'],
  ])('answers UNIMPLEMENTED to %s and names the setting', async (service, setting) => {
    const gateway = await startGrpcGateway();
    const path = `/opentelemetry.proto.collector.${service}/Export`;

    const details = expect.stringContaining(setting);
    expect(await gateway.send(otlpBytes({}), { path })).toMatchObject({ code: 12, details });
    const { stream, status } = gateway.open({ ':path': path });
    stream.write(grpcFrame(otlpBytes({})).subarray(0, 10));
    expect(await status).toBe(12);
  });

  it('answers UNIMPLEMENTED to a service that OTLP does not have', async () => {
    const gateway = await startGrpcGateway();

    expect(await gateway.send(otlpBytes({}), { path: '/some.Service/Call' })).toMatchObject({
      code: 12,
    });
  });

  it('finishes calls in flight before it closes, and refuses new ones', async () => {
    const gateway = await startGrpcGateway();
    const release = gateway.log.hold();
    const inFlight = gateway.send(otlpBytes({}));
    await gateway.log.held;

    const closed = gateway.closeServer();
    const late = await gateway.send(otlpBytes({}));
    release();

    expect(await inFlight).toMatchObject({ code: 0 });
    expect(late).toMatchObject({ code: 14 });
    await closed;
  });

  it('waits for a call that does not end only during the grace time', async () => {
    const gateway = await startGrpcGateway();
    const release = gateway.log.hold();
    const inFlight = gateway.send(otlpBytes({}));
    await gateway.log.held;

    const closed = gateway.closeServer();
    await gateway.clock.advance(10_000);

    await closed;
    expect(await inFlight).toMatchObject({ code: 1 });
    release();
  });

  it('ends a call whose message does not arrive', async () => {
    const gateway = await startGrpcGateway();
    const { stream, status } = gateway.open();
    stream.write(grpcFrame(otlpBytes({})).subarray(0, 10));
    await gateway.send(otlpBytes({}));

    await gateway.clock.advance(120_000);

    expect(await status).toBe(4);
  });

  it('answers UNAVAILABLE to a call while 256 calls are open', async () => {
    const gateway = await startGrpcGateway();
    const open = Array.from({ length: 256 }, () => gateway.open());
    await untilOpen(gateway, 256);

    const answer = await gateway.send(otlpBytes({}));

    expect(answer).toMatchObject({ code: 14, statusDetails: expect.any(Buffer) });
    for (const { stream } of open) {
      stream.close();
    }
    await untilOpen(gateway, 0);
    expect(await gateway.send(otlpBytes({}))).toMatchObject({ code: 0 });
  });

  it('refuses calls with a foreign authority to every service, and counts the calls of the trace service', async () => {
    const gateway = await startGrpcGateway({
      refuseForeign: createForeignRequestCheck({
        AUTH_MODE: 'open',
        HTTP_HOST: '127.0.0.1',
        ALLOWED_HOSTS: ['spans.example.com'],
      }),
    });
    const sendTo = (authority: string, path?: string) =>
      gateway.send(path === undefined ? otlpBytes({}) : askFor(''), {
        ...(path !== undefined && { path }),
        client: { 'grpc.default_authority': authority },
      });

    for (const path of [undefined, healthPath]) {
      expect(await sendTo('rebound.example:4317', path)).toMatchObject({
        code: 7,
        details: expect.stringContaining('ALLOWED_HOSTS'),
      });
      expect(await sendTo('localhost:4317', path)).toMatchObject({ code: 0 });
      expect(await sendTo('spans.example.com', path)).toMatchObject({ code: 0 });
    }
    expect(await callsByStatus(gateway)).toEqual({ PERMISSION_DENIED: 1, OK: 2 });
    expect(gateway.log.records).toHaveLength(2);
  });

  it('counts every call once, by its status', async () => {
    const gateway = await startGrpcGateway({ limits: { otlpBodyBytes: 1000 } });

    await gateway.send(otlpBytes({}));
    await gateway.send(Buffer.from('hello'));
    await gateway.send(Buffer.alloc(1001));
    const { stream } = gateway.open();
    await untilOpen(gateway, 1);
    stream.close(NGHTTP2_CANCEL);
    await untilOpen(gateway, 0);

    expect(await callsByStatus(gateway)).toEqual({
      OK: 1,
      INVALID_ARGUMENT: 1,
      RESOURCE_EXHAUSTED: 1,
      CANCELLED: 1,
    });
  });
});

/**
 * Waits until the server has `count` open calls. The server counts a call only after it has read the call's headers.
 */
async function untilOpen({ registry }: GrpcGateway, count: number): Promise<void> {
  for (;;) {
    const metric = await registry.getSingleMetric('grpc_requests_in_flight')?.get();
    if (metric?.values[0]?.value === count) {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
