import { once } from 'node:events';
import type { ClientHttp2Stream } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { anyPrincipal } from '@spanhouse/catalog/testing';
import { forbidden } from '@spanhouse/service-runtime';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { type GrpcGateway, grpcFrame, startGrpcGateway } from '../testing/grpc-client.js';
import { otlpBytes } from '../testing/otlp-bytes.js';
import { countOf } from '../testing/span-account.js';
import type { TestGatewayOptions } from '../testing/test-gateway.js';

const KIB = 1024;
const BUDGET = 1024 * KIB;

/** Starts a gateway to which callers send the name of their project instead of a key. */
function start(options: TestGatewayOptions = {}): Promise<GrpcGateway> {
  return startGrpcGateway({
    limits: { inFlightBytes: BUDGET },
    authenticate: ({ authorization: project }) =>
      typeof project !== 'string' || project === ''
        ? Promise.reject(forbidden('no project'))
        : Promise.resolve(anyPrincipal({ project_id: project })),
    ...options,
  });
}

/** Begins calls with messages of 100 KiB. Sends each message except its last KiB. */
function beginCalls(gateway: GrpcGateway, project: string, count: number) {
  const unfinished = grpcFrame(Buffer.alloc(100 * KIB)).subarray(0, 99 * KIB);
  return Array.from({ length: count }, () => {
    const call = gateway.open({ authorization: project });
    call.stream.on('error', () => undefined);
    call.stream.write(unfinished);
    return call;
  });
}

function heldBytes({ registry }: GrpcGateway): Promise<number> {
  return countOf(registry, 'http_body_bytes_in_flight');
}

function refusals({ registry }: GrpcGateway): Promise<number> {
  return countOf(registry, 'http_bodies_refused_total');
}

describe('calls whose messages do not end', () => {
  it('use at most the share of their project, and further calls are refused', async () => {
    const gateway = await start();

    const calls = beginCalls(gateway, 'greedy', 20);
    await waitUntil('13 calls are refused', async () => (await refusals(gateway)) === 13);

    expect(await heldBytes(gateway)).toBe(700 * KIB);
    const statuses = await Promise.all(calls.slice(7).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([14]));
    expect(await gateway.send(otlpBytes({}), { authorization: 'greedy' })).toMatchObject({
      code: 0,
    });
  });

  it('leave room for another project', async () => {
    const gateway = await start();
    beginCalls(gateway, 'greedy', 20);
    await waitUntil('13 calls are refused', async () => (await refusals(gateway)) === 13);

    const answer = await gateway.send(otlpBytes({ name: 'x'.repeat(100 * KIB) }), {
      authorization: 'other',
    });

    expect(answer).toMatchObject({ code: 0 });
  });

  it.each([
    ['are not complete', grpcFrame(Buffer.alloc(100 * KIB)).subarray(0, 99 * KIB)],
    ['are complete, but the call is not', grpcFrame(otlpBytes({}))],
    ['do not begin', Buffer.alloc(0)],
  ])('end after ten seconds without progress if they %s', async (_, bytes) => {
    const gateway = await start();
    const { stream, status } = gateway.open({ authorization: 'slow' });
    const closed = once(stream, 'close');
    stream.write(bytes);
    const expected = bytes.length === 0 ? 0 : bytes.readUInt32BE(1);
    await waitUntil('the call is admitted', async () => {
      const [held, open] = [
        await heldBytes(gateway),
        await countOf(gateway.registry, 'grpc_requests_in_flight'),
      ];
      return held === expected && open === 1;
    });

    await gateway.clock.advance(9999);
    const early = await countOf(gateway.registry, 'grpc_requests_in_flight');
    await gateway.clock.advance(2);

    expect(early).toBe(1);
    expect(await status).toBe(4);
    await closed;
    expect(await heldBytes(gateway)).toBe(0);
  });

  it('continue while bytes arrive', async () => {
    const gateway = await start();
    const frame = grpcFrame(otlpBytes({ name: 'x'.repeat(KIB) }));
    const { stream, status } = gateway.open({ authorization: 'slow' });

    for (let at = 0; at < frame.length; at += 100) {
      await writeThrough(stream, frame.subarray(at, at + 100));
      await gateway.clock.advance(8000);
    }
    stream.end();

    expect(await status).toBe(0);
  });

  it('end after two minutes, even if bytes arrive', async () => {
    const gateway = await start();
    const { stream, status } = gateway.open({ authorization: 'slow' });
    stream.write(grpcFrame(Buffer.alloc(KIB)).subarray(0, 5));
    await waitUntil('the call is admitted', async () => (await heldBytes(gateway)) === KIB);

    for (let seconds = 0; seconds < 120; seconds += 8) {
      await writeThrough(stream, Buffer.alloc(1));
      await gateway.clock.advance(8000);
    }

    expect(await status).toBe(4);
  });
});

describe('calls with a second message', () => {
  const first = grpcFrame(gzipSync(otlpBytes({})), true);

  it.each([
    ['before it is decompressed', grpcFrame(Buffer.alloc(KIB), true)],
    ['before it has arrived', grpcFrame(Buffer.alloc(KIB), true).subarray(0, 1)],
  ])('are answered UNIMPLEMENTED %s', async (_, second) => {
    const gateway = await start();
    const { stream, status } = gateway.open({ authorization: 'a', 'grpc-encoding': 'gzip' });

    stream.write(Buffer.concat([first, second]));

    expect(await status).toBe(12);
    expect(await heldBytes(gateway)).toBe(0);
    expect(gateway.log.records).toEqual([]);
  });
});

describe('the bytes of calls', () => {
  const endings = {
    ok: (stream: ClientHttp2Stream) => stream.end(grpcFrame(otlpBytes({}))),
    unreadable: (stream: ClientHttp2Stream) => stream.end(grpcFrame(Buffer.from('hello'))),
    damaged: (stream: ClientHttp2Stream) => stream.end(grpcFrame(Buffer.alloc(2 * KIB), true)),
    doubled: (stream: ClientHttp2Stream) =>
      stream.end(Buffer.alloc(9 * KIB, grpcFrame(gzipSync(Buffer.alloc(60 * KIB)), true))),
    tooLong: (stream: ClientHttp2Stream) => stream.end(grpcFrame(Buffer.alloc(65 * KIB))),
    cutOff: (stream: ClientHttp2Stream) => stream.end(grpcFrame(Buffer.alloc(KIB)).subarray(0, 9)),
    cancelled: (stream: ClientHttp2Stream) => {
      stream.write(grpcFrame(Buffer.alloc(2 * KIB)).subarray(0, KIB), () => stream.destroy());
    },
    stalled: (stream: ClientHttp2Stream) =>
      stream.write(grpcFrame(Buffer.alloc(KIB)).subarray(0, 9)),
  } as const;
  const names = Object.keys(endings) as (keyof typeof endings)[];

  it('are released however the calls end', async () => {
    const gateway = await start({ limits: { inFlightBytes: 4 * KIB, otlpBodyBytes: 64 * KIB } });
    const openCalls = () => countOf(gateway.registry, 'grpc_requests_in_flight');
    let sent = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 12 }), async (chosen) => {
        for (const [index, name] of chosen.entries()) {
          const { stream } = gateway.open({
            authorization: `${index % 2}`,
            'grpc-encoding': 'gzip',
          });
          stream.on('error', () => undefined);
          endings[name](stream);
        }
        sent += chosen.length;
        await waitUntil('every call has arrived', async () => {
          return (await endedCalls(gateway)) + (await openCalls()) === sent;
        });
        await waitUntil('every call has ended', async () => {
          await gateway.clock.advance(10_000);
          return (await openCalls()) === 0;
        });

        expect(await heldBytes(gateway)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

async function endedCalls({ registry }: GrpcGateway): Promise<number> {
  const text = await registry.getSingleMetricAsString('grpc_request_duration_seconds');
  const counts = text.matchAll(/^grpc_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Sends bytes and resolves after the server has received them. The server responds to a later ping only after it has
 * read these bytes.
 */
async function writeThrough(stream: ClientHttp2Stream, bytes: Uint8Array): Promise<void> {
  stream.write(bytes);
  await new Promise<void>((resolve) => stream.session?.ping(() => resolve()));
}
