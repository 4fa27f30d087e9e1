// Jars from Maven Central, each pinned by its checksum.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE, cached } from './go-install.mjs';

const run = promisify(execFile);
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** Folder with the jars that `pom` resolves to; rejects when they are not those of the file `sums`. */
export async function mavenJars({ name, pom, sums }) {
  const dir = join(CACHE, name);
  await cached(dir, async (work) => {
    const target = [`-DoutputDirectory=${work}`, '-DincludeScope=runtime'];
    await run('mvn', ['-B', '-q', '-ntp', '-f', pom, GOAL, ...target]);
    verify(work, sums);
  });
  return dir;
}

function verify(dir, sums) {
  for (const line of readFileSync(sums, 'utf8').trim().split('\n')) {
    const [sum, jar] = line.split(/\s+/);
    const file = join(dir, jar);
    const found = existsSync(file)
      ? createHash('sha256').update(readFileSync(file)).digest('hex')
      : 'missing';
    if (found !== sum) throw new Error(`${jar} is not the jar of ${sums}: ${found}`);
  }
}
