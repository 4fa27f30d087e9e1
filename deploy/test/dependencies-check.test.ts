import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(__dirname, '../..');
const exceptions = JSON.parse(readFileSync(join(repository, '.ci/dependencies.json'), 'utf8'));

/** A vulnerability as the registry reports it: https://docs.npmjs.com/auditing-package-dependencies */
const flaw = {
  id: 1,
  module_name: 'express',
  severity: 'high',
  title: 'Answers too much',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  github_advisory_id: 'GHSA-aaaa-bbbb-cccc',
  vulnerable_versions: '*',
  patched_versions: '<0.0.0',
  findings: [{ version: '5.0.0', paths: ['.>express'] }],
  cves: [],
};
const metadata = {
  vulnerabilities: { info: 0, low: 0, moderate: 0, high: 1, critical: 0 },
  dependencies: 1,
  devDependencies: 0,
  optionalDependencies: 0,
  totalDependencies: 1,
};
const excepted = { id: flaw.github_advisory_id, reason: 'not called', expires: '2999-01-01' };

describe('npm run audit', () => {
  let registry: Server;
  let answer: { readonly status: number; readonly body?: object };
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'spanhouse-check-'));
    registry = createServer((request, response) => {
      request.resume();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body ?? {}));
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
    rmSync(directory, { recursive: true });
  });

  const refused = { status: 405 };
  const finding = { status: 200, body: { advisories: { 1: flaw }, metadata } };

  /**
   * Runs the check against a registry that returns the given answer. `changed` replaces members of the exceptions file.
   */
  const check = async (registryAnswer: typeof answer, changed: object = {}) => {
    answer = registryAnswer;
    const file = join(directory, 'dependencies.json');
    writeFileSync(file, JSON.stringify({ ...exceptions, ...changed }));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    const args = ['scripts/check-dependencies.mjs', file, url];
    const env = { ...process.env, npm_config_fetch_retries: '0' };
    return await new Promise<{ readonly code: number; readonly output: string }>((done) => {
      execFile(process.execPath, args, { cwd: repository, env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      );
    });
  };

  it('prints "not audited" and passes where the registry refuses the question', async () => {
    const { code, output } = await check(refused);

    expect(output).toContain('not audited: ');
    expect(output).toContain('responded with 405');
    expect(code).toBe(0);
  });

  it.each<[string, typeof answer, object, string]>([
    [
      'a known flaw of a dependency',
      finding,
      {},
      'express: Answers too much (high, GHSA-aaaa-bbbb-cccc)',
    ],
    [
      'an exception without a reason',
      finding,
      { flaws: [{ ...excepted, reason: '' }] },
      'express: Answers too much',
    ],
    [
      'an exception that has expired',
      finding,
      { flaws: [{ ...excepted, expires: '2026-01-01' }] },
      'the exception for GHSA-aaaa-bbbb-cccc ends on 2026-01-01',
    ],
    [
      'an exception without an end, where the registry refuses the question',
      refused,
      { flaws: [{ ...excepted, expires: undefined }] },
      'the exception for GHSA-aaaa-bbbb-cccc ends on undefined',
    ],
    [
      'an exception that nothing needs',
      { status: 200, body: { advisories: {}, metadata } },
      { flaws: [excepted] },
      'nothing needs the exception for GHSA-aaaa-bbbb-cccc',
    ],
    ['a registry that fails', { status: 500 }, {}, 'responded with 500'],
  ])('names %s', async (_what, ...[registryAnswer, changed, problem]) => {
    const { code, output } = await check(registryAnswer, changed);

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });

  it('names licences that are neither accepted nor excepted, and exceptions that nothing needs', async () => {
    const { code, output } = await check(refused, {
      acceptedLicences: ['MIT', 'ISC', 'Apache-2.0'],
      licences: [
        { ...exceptions.licences[0], licence: 'Unknown' },
        { name: 'zod', licence: 'MIT', reason: 'known' },
      ],
    });

    expect(output).toContain('protobufjs has the licence BSD-3-Clause');
    expect(output).toContain('lru-cache has the licence BlueOak-1.0.0');
    expect(output).toContain('nothing needs the exception for zod');
    expect(code).toBe(1);
  });

  it('passes with an exception for a known flaw', async () => {
    const { code, output } = await check(finding, { flaws: [excepted] });

    expect(output).toContain('ok      no dependency has a known flaw without an exception');
    expect(code).toBe(0);
  });
});
