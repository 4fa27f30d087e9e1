// `npm run images:check`: lints the Dockerfile and compares it with the repository. Also starts the content of each
// image: the folder that its `pnpm deploy` step creates, with the image's command, environment and user.
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dockerfileProblems } from './images/check-dockerfile.mjs';
import { imageOf, readDockerfile } from './images/dockerfile.mjs';
import { startProblems } from './images/start-image.mjs';
import { findTool, finish, report } from './report.mjs';
import { hadolint } from './tools/hadolint.mjs';

const run = promisify(execFile);
const OUTPUT_BYTES = 64 * 1024 * 1024;
const imageNames = [
  'ingest-gateway',
  'span-consumer',
  'trace-query',
  'schema-migrator',
  'prober',
  'all-in-one',
];

const stages = readDockerfile('Dockerfile');
const tool = await findTool('hadolint accepts the Dockerfile', hadolint);
if (tool !== undefined) {
  report('hadolint accepts the Dockerfile', await lintProblems());
}
report('the Dockerfile fits the repository', dockerfileProblems(stages, imageNames));
const dir = mkdtempSync(join(tmpdir(), 'spanhouse-images-'));
try {
  chmodSync(dir, 0o755); // the user of the image must be able to read it
  copyFileSync(process.execPath, join(dir, 'node'));
  copyFileSync('deploy/image/check-health.mjs', join(dir, 'check-health.mjs'));
  for (const name of imageNames) {
    report(`${name} holds production files only, starts and stops`, await imageProblems(name));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
finish();

async function lintProblems() {
  try {
    await run(tool, ['--no-color', 'Dockerfile']);
    return [];
  } catch ({ stdout, message }) {
    return [stdout || message];
  }
}

async function imageProblems(name) {
  const app = join(dir, name);
  const [deploy] = imageOf(stages, `deploy-${name}`).all('RUN').slice(-1);
  const [command] = deploy.split(' && ');
  const [, ...args] = command
    .trim()
    .replace(/\/app$/, app)
    .split(' ');
  const [pnpm] = imageOf(stages, 'build').all('RUN')[0].split(' ').slice(-1);
  try {
    await run('npx', ['--yes', pnpm, ...args], { maxBuffer: OUTPUT_BYTES });
    const image = imageOf(stages, name);
    return [...contentProblems(name, app), ...(await startProblems({ name, app, dir, image }))];
  } catch ({ stdout = '', message }) {
    return [`${message}\n${stdout}`];
  }
}

/**
 * Checks that images contain neither source files nor tests, and that only the all-in-one image contains ClickHouse.
 */
function contentProblems(name, app) {
  const store = readdirSync(join(app, 'node_modules/.pnpm'));
  const own = store.flatMap((entry) => {
    const [, folder] = /^@spanhouse[+]([\w-]+)/.exec(entry) ?? [];
    const parent = join(app, 'node_modules/.pnpm', entry, 'node_modules/@spanhouse');
    return folder === undefined ? [] : [join(parent, folder)];
  });
  const sources = [app, ...own]
    .flatMap((folder) => ['src', 'test'].map((entry) => join(folder, entry)))
    .filter((folder) => existsSync(folder));
  const hasClickHouse = store.some((entry) => entry.startsWith('@chdb+'));
  return [
    ...sources.map((folder) => `${folder.slice(app.length)} is in the image`),
    ...(hasClickHouse === (name === 'all-in-one') ? [] : [`has ClickHouse: ${hasClickHouse}`]),
  ];
}
