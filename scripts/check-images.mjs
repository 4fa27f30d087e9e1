// Checks the Dockerfile without a container engine: lints it, carries out its steps in folders, looks into what comes
// out of them and starts it. Exit code 0 = everything holds.
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DockerlessBuilder } from './images/build-without-docker.mjs';
import { imageConfig, readDockerfile } from './images/dockerfile.mjs';
import { configProblems } from './images/verify-config.mjs';
import {
  verifyAllInOne,
  verifyContent,
  verifyMigrator,
  verifyServer,
} from './images/verify-image.mjs';
import { hadolint } from './tools/hadolint.mjs';

const REPOSITORY = join(import.meta.dirname, '..');
const DOCKERFILE = join(REPOSITORY, 'Dockerfile');
const START = {
  'ingest-gateway': verifyServer,
  'span-consumer': verifyServer,
  'trace-query': verifyServer,
  'schema-migrator': verifyMigrator,
  'all-in-one': verifyAllInOne,
};

async function lint() {
  let tool;
  try {
    tool = await hadolint();
  } catch (error) {
    console.log(`SKIPPED: hadolint: ${error.message}`);
    if (process.env.CI === 'true') throw error;
    return;
  }
  await promisify(execFile)(tool, ['--no-color', DOCKERFILE]).catch(({ stdout, message }) => {
    throw new Error(stdout || message);
  });
  console.log('hadolint has nothing to say');
}

async function buildAndStart(stages, dir) {
  const node = join(dir, 'node'); // where the image's user may reach it
  copyFileSync(process.execPath, node);
  const builder = new DockerlessBuilder({ stages, dir });
  const lockFile = join(REPOSITORY, 'pnpm-lock.yaml');
  for (const [name, start] of Object.entries(START)) {
    await builder.build(name);
    const root = builder.root(name);
    const content = verifyContent({ name, root, lockFile });
    await start({ root, node, image: imageConfig(stages, name) });
    console.log(`${name}: ${content}, starts and ends as it says`);
  }
}

const dir = mkdtempSync(join(tmpdir(), 'spanhouse-images-'));
try {
  const stages = readDockerfile(DOCKERFILE);
  const problems = Object.keys(START).flatMap((name) =>
    configProblems(stages, name).map((claim) => `${name}: does not hold: ${claim}`),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await lint();
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, 'stages'));
  await buildAndStart(stages, join(dir, 'stages'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
