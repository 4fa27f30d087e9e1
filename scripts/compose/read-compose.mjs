// Reads the compose file with compose-go, the reference implementation of the compose specification.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageOf, readDockerfile } from '../images/dockerfile.mjs';
import { goInstall } from '../tools/go-install.mjs';

const run = promisify(execFile);
const composeGo = { module: 'github.com/compose-spec/compose-go/v2/cmd', version: '2.16.2' };
const setting = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
const secret = 'a-secret-of-more-than-thirty-two-characters';

export function composeReader() {
  return goInstall(composeGo);
}

/** Returns the settings that are missing from either the compose file or `.env.example`. */
export function settingProblems(path) {
  const used = [...readFileSync(path, 'utf8').matchAll(setting)].map(([, name]) => name);
  const offered = [...readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=/gm)].map(([, n]) => n);
  return [
    ...offered.filter((name) => !used.includes(name)).map((name) => `nothing uses ${name}`),
    ...new Set(used.filter((name) => !offered.includes(name)).map((name) => `${name} is missing`)),
  ];
}

/**
 * Resolves with the services and with the `problems` that compose-go reports. A service has its `name`, its resolved
 * `definition`, and the `image` that our Dockerfile builds for it. Its `env` and open `ports` combine the definition
 * and the image.
 */
export async function readCompose(reader, path) {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-compose-'));
  const file = join(dir, 'docker-compose.yml');
  writeFileSync(file, readFileSync(path, 'utf8').replaceAll(setting, withValue));
  try {
    const { stdout } = await run(reader, ['-format', 'json', file]);
    const model = JSON.parse(stdout);
    return { services: toServices(model), problems: undeclaredVolumes(model) };
  } catch ({ stderr, message }) {
    return { services: [], problems: [stderr || message] };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function withValue(...match) {
  const [, , kind, fallback] = match;
  return kind === '-' ? fallback : secret;
}

function undeclaredVolumes({ services, volumes }) {
  const used = Object.values(services).flatMap((service) => service.volumes ?? []);
  return used
    .filter(({ type, source }) => type === 'volume' && !(source in volumes))
    .map(({ source }) => `${source} is not among the volumes`);
}

function toServices({ services }) {
  const stages = readDockerfile('Dockerfile');
  return Object.entries(services).map(([name, definition]) => {
    const image = definition.build && imageOf(stages, definition.build.target);
    const published = (definition.ports ?? []).map(({ target }) => String(target));
    return {
      name,
      definition,
      image,
      env: { ...image?.env, ...definition.environment },
      ports: [...(image?.ports ?? []), ...(definition.expose ?? []), ...published],
    };
  });
}
