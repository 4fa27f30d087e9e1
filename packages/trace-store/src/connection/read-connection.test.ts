import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadConnection, type ReadConnection } from './read-connection.js';

const never = new AbortController().signal;

describe('ReadConnection', () => {
  let server: Server;
  let reads: ReadConnection;
  let connections = 0;

  /** Starts a server that responds with `answer`, and connects to it. */
  async function listen(answer: RequestListener): Promise<void> {
    server = createServer(answer).listen(0, '127.0.0.1');
    connections = 0;
    server.on('connection', () => {
      connections++;
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const config = {
      CLICKHOUSE_URL: `http://127.0.0.1:${port}`,
      CLICKHOUSE_DATABASE: 'spanhouse',
      CLICKHOUSE_USER: 'reader',
      CLICKHOUSE_PASSWORD: 'påss',
      CLICKHOUSE_REQUEST_TIMEOUT_MS: 1000,
    };
    reads = createReadConnection(config, { maxOpenConnections: 1, database: 'spanhouse' });
  }
  afterEach(async () => {
    await reads.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const statement = { query: 'SELECT {p1:String}', query_params: { p1: "a\t'ü" } };
  const send = (signal = never) =>
    reads.send({
      statement,
      queryId: 'id',
      settings: { readonly: 2 },
      signal,
      maxBytes: 1e6,
      admit: () => true,
    });

  it('sends the statement in the body and values and settings in the URL, without the password', async () => {
    const seen: unknown[] = [];
    await listen((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://server');
      const { authorization = '' } = request.headers;
      request.setEncoding('utf8').on('data', (body) => seen.push(body));
      request.on('end', () => {
        seen.push(['param_p1', 'readonly', 'database', 'query_id'].map((n) => searchParams.get(n)));
        seen.push(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString());
        response.setHeader('x-clickhouse-summary', '{"read_rows":"3"}').end('answer');
      });
    });

    const { body, summary } = await send();

    expect(body?.toString()).toBe('answer');
    expect(summary).toEqual({ read_rows: '3' });
    expect(seen).toEqual([statement.query, ["a\\t\\'ü", '2', 'spanhouse', 'id'], 'reader:påss']);
  });

  it('reuses its connection, and opens another connection if the server has closed it', async () => {
    let requests = 0;
    await listen(({ socket }, response) => {
      requests++;
      if (requests === 3) {
        socket.destroy();
      } else {
        response.end(`answer ${requests}`);
      }
    });

    const answers = [await send(), await send(), await send()];

    expect(answers.map(({ body }) => String(body))).toEqual(['answer 1', 'answer 2', 'answer 4']);
    expect(connections).toBe(2);
  });

  it('repeats a read under another query id, because the lost query may still run', async () => {
    const queryIds: unknown[] = [];
    await listen(({ socket, url }, response) => {
      queryIds.push(new URL(url ?? '', 'http://server').searchParams.get('query_id'));
      if (queryIds.length === 2) {
        socket.resetAndDestroy();
      } else {
        response.end('answer');
      }
    });

    await send();
    await send();

    expect(queryIds).toEqual(['id', 'id', 'id:again']);
  });

  it('does not read an answer without room, and reports its size', async () => {
    const answer = 'x'.repeat(10_000_000);
    let isGone: Promise<unknown> | undefined;
    await listen(({ socket }, response) => {
      isGone = new Promise((resolve) => socket.once('close', resolve));
      response.setHeader('x-clickhouse-summary', `{"result_bytes":"${answer.length}"}`);
      response.end(answer);
    });
    const asked: number[] = [];
    const admit = (bytes: number) => asked.push(bytes) < 1;
    const limits = { maxBytes: 1e6, admit };

    const refused = await reads.send({
      statement,
      queryId: 'id',
      settings: {},
      signal: never,
      ...limits,
    });

    expect(refused).toMatchObject({ body: undefined, bytes: 1e6 });
    expect(asked).toEqual([1e6]);
    await isGone;
  });

  it('fails if a new connection is lost, because the statement may have run', async () => {
    await listen(({ socket }) => socket.destroy());

    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(connections).toBe(1);
  });

  it('fails with the error of ClickHouse', async () => {
    await listen((_request, response) => {
      response.writeHead(404).end('Code: 60. DB::Exception: There is none. (UNKNOWN_TABLE)');
    });

    await expect(send()).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
  });

  it('aborts the statement with the signal', async () => {
    const abort = new AbortController();
    let isGone: Promise<unknown> | undefined;
    await listen(({ socket }) => {
      isGone = once(socket, 'close');
      abort.abort();
    });

    await expect(send(abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await isGone;
  });
});
