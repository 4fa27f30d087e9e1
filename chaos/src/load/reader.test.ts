import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import { Reader } from './reader.js';

const unreachable = 'http://127.0.0.1:1';

describe('Reader', () => {
  let server: Server;
  let query: string;
  let status: number;
  let reads: number;

  beforeEach(async () => {
    status = 200;
    reads = 0;
    server = createServer((_request, response) => {
      reads += 1;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    query = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const readTwice = async (queries: readonly string[]): Promise<Reader> => {
    const reader = new Reader(queries);
    reader.start();
    await waitUntil('two reads', () => reads >= 2 || reader.unanswered >= 2);
    await reader.stop();
    return reader;
  };

  it('leaves a service that does not answer for the next one', async () => {
    const reader = await readTwice([unreachable, query]);

    expect(reader.unanswered).toBe(0);
  });

  it('counts reads that every service refuses', async () => {
    status = 503;

    const reader = await readTwice([unreachable, query]);

    expect(reader.unanswered).toBeGreaterThan(0);
  });

  it('returns the longest time without an answer', async () => {
    const from = performance.now();
    const reader = await readTwice([unreachable]);
    const to = performance.now();

    expect(reader.longestSilenceMs(from, to)).toBe(to - from);
  });
});
