import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The outcome of one test of a kit. */
export interface KitOutcome {
  readonly kit: string;
  readonly test: string;
  readonly holds: boolean;
  /** The reason why the test fails. */
  readonly reason: string;
}

/** The addresses of the systems under test. */
export interface TestedDoors {
  readonly url: string;
  /** The address of a system with `ZIPKIN_STRICT_TRACE_ID=false`. */
  readonly lenientUrl: string;
  readonly adminKey: string;
}

/** Compiles the adapter for Zipkin's test kits into `workDir`, and runs all kits with the jars in `jars`. */
export async function runZipkinKits(
  { jars, workDir }: { readonly jars: string; readonly workDir: string },
  doors: TestedDoors,
): Promise<readonly KitOutcome[]> {
  const files = (dir: string, ending: string) =>
    readdirSync(dir)
      .filter((name) => name.endsWith(ending))
      .map((name) => join(dir, name));
  const all = files(jars, '.jar');
  const compiler = all.find((path) => /ecj-[^/]*$/.test(path)) ?? '';
  const sources = files(join(__dirname, 'zipkin-kits/spanhouse'), '.java');
  await run('java', ['-jar', compiler, '-17', '-cp', all.join(':'), '-d', workDir, ...sources]);

  const settings = Object.entries(doors).map(([name, value]) => `-Dspanhouse.${name}=${value}`);
  const classpath = [workDir, ...all].join(':');
  const { stdout } = await run('java', [...settings, '-cp', classpath, 'spanhouse.RunKits']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [kit = '', test = '', outcome, reason = ''] = line.split('\t');
      return { kit, test, holds: outcome === 'SUCCESSFUL', reason };
    });
}
