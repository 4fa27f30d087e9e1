import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const service = `${__dirname}/../../..`;
const programs = `${service}/test/generated-clients`;
const modules = join(service, '../../node_modules');
const typescript = join(modules, 'typescript/bin/tsc');

const run = promisify(execFile);

/** Runs a program in a folder and returns its output. Throws with the output if the program fails. */
async function runIn(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const { stdout } = await run(program, args, options).catch((cause) => {
    throw new Error(`${args.join(' ')} failed: ${cause.stdout}${cause.stderr}`, { cause });
  });
  return stdout;
}

const compilerOptions = {
  strict: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  typeRoots: [join(modules, '@types')],
  types: ['node'],
  outDir: 'built',
  skipLibCheck: true,
};

/** Returns the output that each program must print. */
function expectedFor(traceId: string) {
  return { accepted: 2, names: ['child', 'parent'], trace: traceId, roots: ['parent'] };
}

describe('a client that is generated from /openapi.json', () => {
  const spanhouse = runSpanhouse();
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spanhouse-clients-'));
    symlinkSync(`${service}/node_modules`, join(folder, 'node_modules'));
    const document = await fetch(`${spanhouse.url}/openapi.json`);
    writeFileSync(join(folder, 'openapi.json'), await document.text());
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    {
      generator: 'openapi-typescript',
      options: ['openapi.json', '-o', 'openapi-typescript.d.ts'],
      program: 'with-openapi-fetch',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4701',
    },
    {
      generator: '@hey-api/openapi-ts',
      options: ['-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch', '--silent'],
      program: 'with-hey-api',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4702',
    },
  ])(
    'type-checks, sends spans, lists them in pages and reads their trace: $generator',
    async ({ generator, options, program, traceId }) => {
      const manifest = require.resolve(`${generator}/package.json`);
      const { bin } = jest.requireActual<{ bin: Record<string, string> }>(manifest);
      const command = join(dirname(manifest), Object.values(bin)[0] ?? '');
      cpSync(join(programs, `${program}.ts`), join(folder, `${program}.ts`));
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: [`${program}.ts`] }),
      );

      await runIn(folder, [process.execPath, command, ...options]);
      await runIn(folder, [process.execPath, typescript]);
      const built = [process.execPath, `built/${program}.js`, spanhouse.url, traceId];
      const printed = await runIn(folder, built);

      expect(JSON.parse(printed)).toEqual(expectedFor(traceId));
    },
  );

  describeWithBackend('in Python', 'OTEL_PYTHON_PATH', (PYTHONPATH) => {
    it('imports completely, sends spans, lists them in pages and reads their trace', async () => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4703';
      const program = 'with_openapi_python_client.py';
      const generate = [
        'python3',
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        'openapi.json',
      ];
      cpSync(join(programs, program), join(folder, program));

      const asPackage = ['--output-path', 'spanhouse_client', '--meta', 'none'];
      await runIn(folder, [...generate, ...asPackage], { PYTHONPATH });
      const command = ['python3', program, spanhouse.url, traceId];
      const printed = await runIn(folder, command, { PYTHONPATH });

      expect(JSON.parse(printed)).toEqual(expectedFor(traceId));
    });
  });
});
