import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenSigner, readTokenPayload } from '@spanhouse/service-runtime';
import { freePort } from '@spanhouse/service-runtime/testing';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import {
  earlierVersions,
  type RecordedRead,
  readFixture,
  unchangedReads,
  withFormerLayout,
} from '../../earlier-version.js';
import { consistentWith, type Json, send } from '../../http-client.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import { startProcess } from '../../processes/running-process.js';
import { type RunningSpanhouse, startSpanhouse } from '../../processes/running-spanhouse.js';

interface Recording {
  readonly settings: { readonly adminKey: string; readonly keys: Readonly<Record<string, string>> };
  readonly recorded: readonly RecordedRead[];
}

/**
 * Adds the count of lost spans to a response about a receipt. Versions before migration 10 did not return this count.
 */
function withLost(answer: Json): Json {
  return 'pending' in answer ? { ...answer, lost: 0 } : answer;
}

/** Unpacks a recorded data directory, if possible to a directory in memory. */
function extract(commit: string): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const directory = mkdtempSync(join(parent, 'spanhouse-test-'));
  const input = readFixture(commit, 'data-directory.tar.gz');
  execFileSync('tar', ['-xf', '-', '-C', directory], { input });
  return directory;
}

describe.each(earlierVersions)(
  'a data directory of commit %s, with messages that were not stored yet',
  (commit) => {
    const { settings, recorded }: Recording = JSON.parse(
      readFixture(commit, 'answers.json.gz').toString(),
    );
    const receipts = recorded.filter(({ path }) => path.startsWith('/receipts/'));
    let directory: string;
    let spanhouse: RunningSpanhouse;
    /** Responses that the process returned during its first start, while it copied spans. */
    const answersDuringCopy: object[] = [];

    beforeAll(async () => {
      directory = extract(commit);
      const env = {
        AUTH_MODE: 'keys',
        ADMIN_KEY: settings.adminKey,
        LOG_MAX_BYTES: String(16 * 1024 * 1024),
        QUERY_DEADLINE_MS: '60000',
      };
      if (commit === withFormerLayout) {
        await killWhileCopying(env);
      }
      spanhouse = await startSpanhouse(directory, env);
      for (const request of receipts) {
        const receipt = renewed(request.path).replace('/receipts/', '');
        const waiting = { ...request, path: `/spans/?span_id=${'0'.repeat(15)}1` };
        const { status, body } = await read(waiting, consistentWith(receipt));
        expect({ status, body }).toEqual({ status: 200, body: { count: 0, spans: [] } });
      }
    });
    afterAll(async () => {
      await spanhouse.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    /**
     * Kills the process during its first start, while it copies spans to the next layout, so that the second start has
     * to continue.
     */
    async function killWhileCopying(env: Record<string, string>): Promise<void> {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const interrupted = startProcess('services/all-in-one/dist/main.js', {
        ...env,
        DATA_DIR: directory,
        HTTP_PORT: String(port),
        OTLP_HTTP_PORT: '0',
        OTLP_GRPC_PORT: '0',
      });
      await interrupted.line(/(Copying \d+ spans to a new layout)/);
      for (const path of ['/traces/', '/readyz', '/livez']) {
        const { status, headers, body } = await send(`${url}${path}`);
        answersDuringCopy.push({ path, status, retryAfter: headers.get('retry-after'), body });
      }
      await interrupted.kill9();
    }

    /**
     * Returns the path with the time in its receipt replaced by the current time. Receipts expire, but the fixture must
     * remain usable.
     */
    function renewed(path: string): string {
      const token = path.replace('/receipts/', '');
      const signer = createTokenSigner(readFileSync(join(directory, 'token-secret'), 'utf8'));
      const codec = createReceiptCodec({ signer });
      const identity = readTokenPayload(
        signer.verify(token, 'ingest-receipt') ?? Buffer.of(),
        (reader) => {
          reader.varint();
          return { logId: reader.text(), projectId: reader.text() };
        },
      );
      if (identity === undefined) {
        throw new Error('the receipt is not signed with the secret of the directory');
      }
      const { positions = [] } = codec.read(token, { ...identity, issuedAfterMs: 0 }) ?? {};
      return `/receipts/${codec.issue({ ...identity, positions, issuedAtMs: Date.now() })}`;
    }

    function read(request: Partial<RecordedRead>, more: Record<string, string> = {}) {
      const { project = 'first', method = 'GET', path, headers, body } = request;
      return send(`${spanhouse.url}${path}`, {
        method,
        headers: {
          authorization: `ApiKey ${settings.keys[project]}`,
          'content-type': 'application/json',
          ...headers,
          ...more,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    }

    it.each(unchangedReads(commit, recorded))(
      'answers as the earlier version did: %s',
      async (_, request) => {
        const isReceipt = request.path.startsWith('/receipts/');
        const path = isReceipt ? renewed(request.path) : request.path;

        const { status, body } = await read({ ...request, path });

        expect({ status, answer: body }).toEqual({
          status: request.status,
          answer: isReceipt ? withLost(request.answer) : request.answer,
        });
      },
    );

    if (commit !== withFormerLayout) {
      return;
    }

    it('answered 503 with the progress while it copied', () => {
      const message = expect.stringMatching(
        /^Spanhouse is starting\. It is copying \d+ spans .* \d+ %\.$/,
      );
      const detail = { message, code: 'storage_unavailable' };

      expect(answersDuringCopy).toEqual([
        { path: '/traces/', status: 503, retryAfter: '5', body: { detail } },
        { path: '/readyz', status: 503, retryAfter: '5', body: { detail } },
        { path: '/livez', status: 200, retryAfter: null, body: { status: 'ok' } },
      ]);
    });

    it('keeps no table of the earlier layout', async () => {
      const tables = await askClickHouse(
        spanhouse,
        "SELECT name FROM system.tables WHERE database = 'spanhouse' AND (name LIKE '%\\_next' OR name = 'spans' AND create_table_query LIKE '%string\\_attributes%') FORMAT TabSeparated",
      );

      expect(tables.trim()).toBe('');
    });

    it('finds spans by the field that was added', async () => {
      const request = recorded.find(({ name }) => name === 'spans: by service version');

      const { body } = await read(request ?? {});

      expect(body.spans.map(({ span_name }: Json) => span_name)).toEqual(['ask']);
    });
  },
);
