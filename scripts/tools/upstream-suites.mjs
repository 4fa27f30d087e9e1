// Provides tests and pages of other products for our suites. Every function resolves with a folder, or rejects with the
// reason why the folder is not available.
import { execFile } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, userCache } from './cache.mjs';
import { goModule } from './go-install.mjs';
import { mavenJars, whyNoJars } from './maven-jars.mjs';

const jaeger = { module: 'github.com/jaegertracing/jaeger', version: '1.76.0' };
const idl = { module: 'github.com/jaegertracing/jaeger-idl', version: '0.14.0' };

/** Resolves with the folder that contains the traces and queries with which Jaeger tests its storage backends. */
export async function jaegerFixtures() {
  return join(await goModule(jaeger), 'internal/storage/integration/fixtures');
}

/** Resolves with the folder that contains the answers with which Jaeger tests version 3 of its API. */
export async function jaegerSnapshots() {
  return join(await goModule(jaeger), 'cmd/query/app/apiv3/snapshots');
}

/** Resolves with the folder that contains Jaeger's API schemas. */
export async function jaegerSchemas() {
  return join(await goModule(idl), 'proto');
}

const kits = {
  title: "a run of Zipkin's kits",
  name: 'zipkin-kits-3.6.0',
  artifacts: [
    'io.zipkin.zipkin2:zipkin-tests:3.6.0',
    'org.junit.platform:junit-platform-console-standalone:1.14.1',
    'org.eclipse.jdt:ecj:3.38.0', // a compiler, for Java installations without one
  ],
  sha256: 'f1ec169db1f6ccc84c57328f126e43d0061b099b5fdf6f3f690fb4f225a1e152',
};

/**
 * Resolves with the folder that contains the jars of Zipkin's test kits for storage backends. Rejects with the reason
 * if the jars are not available.
 */
export async function zipkinKits() {
  const whyNot = whyNoJars(kits);
  if (whyNot !== undefined) {
    throw new Error(whyNot);
  }
  return await mavenJars(kits);
}

const lens = {
  name: 'zipkin-lens-3.4.3',
  artifacts: ['io.zipkin:zipkin-lens:3.4.3'],
  sha256: '644696a461e2f2126580a6fef999fa394dcb33b000b07a4eabf5b4083318fe0a',
};

/** Resolves with the folder that contains the built pages of Lens. Rejects if the pages cannot be downloaded. */
export async function zipkinLens() {
  const pages = join(userCache, `${lens.name}-pages`);
  await cached(pages, async (work) => {
    const jars = await mavenJars(lens);
    const [jar] = readdirSync(jars);
    const content = join(work, 'content');
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(jars, jar), content]);
    renameSync(join(content, 'zipkin-lens'), join(work, 'pages'));
  });
  return join(pages, 'pages');
}
