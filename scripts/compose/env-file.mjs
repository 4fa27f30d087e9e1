// The settings of docker-compose.yml: .env.example says which there are, .env what they are.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');

/** Names and defaults of `.env.example`; a secret has the default ''. */
export function exampleSettings() {
  return readSettings(join(REPOSITORY, '.env.example'));
}

/** As compose takes them: the environment before `.env`. What neither has is the example's, or a new secret. */
export function settingsOfThisRun() {
  const own = join(REPOSITORY, '.env');
  const settings = { ...exampleSettings(), ...(existsSync(own) ? readSettings(own) : {}) };
  const filled = Object.entries(settings).map(([name, value]) => [
    name,
    process.env[name] || value || newSecret(),
  ]);
  return Object.fromEntries(filled);
}

function newSecret() {
  return randomBytes(32).toString('hex');
}

function readSettings(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
