import { execFile } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, userCache } from './cache.mjs';
import { mavenJars } from './maven-jars.mjs';

const lens = {
  name: 'zipkin-lens-3.4.3',
  artifacts: ['io.zipkin:zipkin-lens:3.4.3'],
  sha256: '644696a461e2f2126580a6fef999fa394dcb33b000b07a4eabf5b4083318fe0a',
};

/** Resolves with the folder of the built pages of Lens. Rejects if they cannot be downloaded. */
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
