import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readAccess } from '@spanhouse/embedded-clickhouse';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import {
  newDataDir,
  type RunningSpanhouse,
  runSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';
import { readTraces, sendTraces } from '../../sent-traces.js';

const repository = new URL('../../../../../', `file://${__dirname}/`).pathname;

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly mode: number;
}

function entriesOf(dataDir: string): readonly Entry[] {
  const names = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  return names.flatMap((name) => {
    const stats = statSync(join(dataDir, name), { throwIfNoEntry: false }); // ClickHouse may remove files during the walk
    return stats === undefined
      ? []
      : [{ path: name, isDirectory: stats.isDirectory(), mode: stats.mode & 0o777 }];
  });
}

function accessOf({ dataDir }: Pick<RunningSpanhouse, 'dataDir'>) {
  return readAccess(join(dataDir, 'clickhouse'));
}

/** Runs `npm run --silent clickhouse`. */
async function runCommand(dataDir: string, args: readonly string[], input = '') {
  const child = spawn('npm', ['run', '--silent', 'clickhouse', '--', ...args], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  child.stdin.end(input);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [answer, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, answer, complaint };
}

describe('an installation', () => {
  it('is accessible only to its owner', async () => {
    const spanhouse = await startSpanhouse(newDataDir());
    await readTraces(spanhouse.url, [await sendTraces(spanhouse.url, 5)]);
    const entries = entriesOf(spanhouse.dataDir);
    await spanhouse.stop();

    const open = ({ isDirectory, mode }: Entry) => mode !== (isDirectory ? 0o700 : 0o600);
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(open)).toEqual([]);
  });

  it('has new secrets after kill -9, and prints neither the secrets nor the port of ClickHouse', async () => {
    const dataDir = newDataDir();
    const first = await startSpanhouse(dataDir);
    const before = accessOf(first);
    await first.kill9();

    const second = await startSpanhouse(dataDir, { LOG_LEVEL: 'debug' });
    const after = accessOf(second);
    const sent = await sendTraces(second.url, 5);
    await readTraces(second.url, [sent]);
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    const readiness = await (await fetch(`${second.url}/readyz`)).text();
    await second.stop();

    expect(after.password).not.toBe(before.password);
    expect(first.output()).toContain('Spanhouse is ready.');
    expect(first.output()).not.toContain(`:${new URL(before.url).port}`);
    const shown = [first.output(), second.output(), metrics, readiness].join('\n');
    const log = readFileSync(join(dataDir, 'clickhouse/clickhouse.log'), 'utf8');
    for (const { password, user } of [before, after]) {
      const credentials = Buffer.from(`${user}:${password}`).toString('base64');
      expect(shown + log).not.toContain(password);
      expect(shown + log).not.toContain(credentials);
    }
  });
});

describe('npm run clickhouse', () => {
  const spanhouse = runSpanhouse();

  it('prints the answer of a statement', async () => {
    const { code, answer, complaint } = await runCommand(spanhouse.dataDir, [
      "SELECT name, 'a;b' FROM system.databases WHERE name = 'spanhouse'",
    ]);

    expect({ code, answer, complaint }).toEqual({
      code: 0,
      answer: 'spanhouse\ta;b\n',
      complaint: '',
    });
  });

  it('runs the statements of its standard input in one session', async () => {
    const input =
      "SET max_threads = 3;\nUSE spanhouse;\nSELECT getSetting('max_threads'), currentDatabase()";

    const { code, answer } = await runCommand(spanhouse.dataDir, [], input);

    expect({ code, answer }).toEqual({ code: 0, answer: '3\tspanhouse\n' });
  });

  it('prints why ClickHouse refuses a statement, stops there, and exits with 1', async () => {
    const { code, answer, complaint } = await runCommand(spanhouse.dataDir, [
      "SELECT 1; SELECT * FROM file('/etc/hostname', LineAsString); SELECT 2",
    ]);

    expect({ code, answer }).toEqual({ code: 1, answer: '1\n' });
    expect(complaint).toMatch(/^Code: 497\. DB::Exception: .*READ ON FILE/);
    expect(complaint).not.toContain(accessOf(spanhouse).password);
  });

  it.each([
    ['nothing ever ran', false],
    ['a process was killed', true],
  ])('says where it looked if %s, and exits with 1', async (_when, wasKilled) => {
    const dataDir = newDataDir();
    if (wasKilled) {
      const killed = await startSpanhouse(dataDir);
      await killed.kill9();
      const { url } = accessOf(killed); // its ClickHouse ends shortly after the kill
      const answers = () =>
        fetch(url).then(
          () => true,
          () => false,
        );
      await waitUntil('ClickHouse ends', async () => !(await answers()));
    }

    const { code, answer, complaint } = await runCommand(dataDir, ['SELECT 1']);

    expect({ code, answer }).toEqual({ code: 1, answer: '' });
    expect(complaint).toContain(`No embedded ClickHouse runs in ${dataDir}`);
  });
});
