// Downloads jars from Maven Central. One checksum pins all of them.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cached, userCache } from './cache.mjs';

const run = promisify(execFile);
const MIN_JAVA_VERSION = 17;
const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** Returns the reason why this machine cannot run the program in the jars, or undefined if it can. */
export function whyNoJars({ name, title }) {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const major = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (major < MIN_JAVA_VERSION) {
    return `${title} needs Java ${MIN_JAVA_VERSION} or newer`;
  }
  const isHere = existsSync(join(userCache, name));
  if (!isHere && spawnSync('mvn', ['-version']).status !== 0) {
    return `fetching ${title} needs Maven`;
  }
  return undefined;
}

/**
 * Resolves with a folder that contains the jars of `artifacts` (`group:name:version`) and their dependencies. The jars
 * are downloaded once per machine. `sha256` is the hash of the list of checksums; the promise rejects if this hash
 * differs.
 */
export async function mavenJars({ name, artifacts, sha256 }) {
  const jars = join(userCache, name);
  await cached(jars, async (work) => {
    const pom = join(dirname(work), `${name}.xml`);
    writeFileSync(pom, toPom(artifacts));
    const target = [`-DoutputDirectory=${work}`, '-DincludeScope=runtime'];
    await run('mvn', ['-B', '-q', '-ntp', '-f', pom, goal, ...target]);
    const sums = readdirSync(work)
      .sort()
      .map((jar) => `${checksum(readFileSync(join(work, jar)))}  ${jar}\n`);
    const found = checksum(sums.join(''));
    if (found !== sha256) {
      throw new Error(`the jars of ${name} have the checksum ${found}:\n${sums.join('')}`);
    }
  });
  return jars;
}

function toPom(artifacts) {
  const project = '<groupId>spanhouse</groupId><artifactId>jars</artifactId><version>1</version>';
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project><modelVersion>4.0.0</modelVersion>${project}<packaging>pom</packaging><dependencies>${dependencies.join('')}</dependencies></project>`;
}

function checksum(data) {
  return createHash('sha256').update(data).digest('hex');
}
