import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const repository = resolve(__dirname, '../..');
const catalog = 'pnpm-workspace.yaml';
const constant = 'packages/span-intake/src/metrics/price-table.ts';

describe('npm run prices', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'spanhouse-prices-'));
    for (const file of [catalog, constant, 'package.json']) {
      cpSync(join(repository, file), join(directory, file));
    }
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  function runPrices(...args: string[]) {
    const path = [join(directory, 'bin'), process.env['PATH']].join(delimiter);
    const script = join(repository, 'deploy/prices.mjs');
    const options = {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, ['PATH']: path },
    } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
    return { status, stdout, stderr };
  }

  /**
   * Adds two programs to PATH: a registry client that offers a single version, and an installer that prints its
   * arguments.
   */
  function offer(version: string): void {
    const programs = { npm: `echo ${version}`, npx: 'echo "installs: $*"' };
    mkdirSync(join(directory, 'bin'));
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(directory, 'bin', name), `#!/bin/sh\n${line}\n`);
      chmodSync(join(directory, 'bin', name), 0o755);
    }
  }

  function read(file: string): string {
    return readFileSync(join(directory, file), 'utf8');
  }

  it('replaces the version in the catalog and in the code, installs, and prints both versions', () => {
    offer('99.1.2');
    const [before] = /genai-prices": [\d.]+/.exec(read(catalog)) ?? [];
    const old = String(before?.split(' ')[1]);

    const { status, stdout } = runPrices('--update');

    expect(status).toBe(0);
    expect(stdout).toMatch(/^installs: .*pnpm@\S+ install --no-frozen-lockfile\n/);
    expect(stdout).toContain(`${old} -> 99.1.2`);
    expect(read(catalog)).toContain('genai-prices": 99.1.2 #');
    expect(read(constant)).toContain("version: '99.1.2'");
    expect(runPrices().stdout).toBe('@pydantic/genai-prices 99.1.2\n');
  });

  it('changes nothing when the installed version is the latest', () => {
    const version = String(runPrices().stdout.trim().split(' ')[1]);
    offer(version);

    expect(runPrices('--update').stdout).toBe(
      `@pydantic/genai-prices ${version} is the latest version.\n`,
    );
    expect(read(catalog)).toBe(readFileSync(join(repository, catalog), 'utf8'));
  });

  it('names an option that it does not know', () => {
    const { status, stderr } = runPrices('--refresh');

    expect(status).toBe(2);
    expect(stderr).toMatch(/--refresh.*\nUsage: npm run prices/);
  });
});
