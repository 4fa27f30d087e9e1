// Reads a compose file as far as ours goes, with its settings filled in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { imageConfig, readDockerfile } from '../images/dockerfile.mjs';

export const REPOSITORY = join(import.meta.dirname, '../..');
const SETTING = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** The text of a compose file with its `${…}` replaced; throws where a setting is missing. */
export function fillIn(text, settings) {
  return text.replaceAll(SETTING, (...match) => {
    const [, name, kind, rest] = match;
    const value = settings[name] || (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} is not set: ${rest}`);
    return value;
  });
}

/** Names of the settings that a compose file asks for. */
export function settingsIn(path) {
  return new Set([...readFileSync(path, 'utf8').matchAll(SETTING)].map(([, name]) => name));
}

/** `{ services, volumes }`; services of this repository know what their image says. */
export function readCompose(path, settings) {
  const { services, volumes } = parse(fillIn(readFileSync(path, 'utf8'), settings), {
    merge: true,
  });
  const stages = readDockerfile(join(REPOSITORY, 'Dockerfile'));
  return {
    volumes: Object.keys(volumes),
    services: Object.entries(services).map(([name, service]) => toService(name, service, stages)),
  };
}

function toService(name, service, stages) {
  const image = service.build && imageConfig(stages, service.build.target);
  const published = (service.ports ?? []).map(toPublished);
  return {
    name,
    service,
    image,
    command: service.command ?? [],
    env: toStrings({ ...image?.env, ...service.environment }),
    ports: [...(image?.ports ?? []), ...(service.expose ?? []), ...published.map((p) => p.inside)],
    published,
    mounts: (service.volumes ?? []).map(toMount),
    after: Object.entries(service.depends_on ?? {}).map(([on, { condition }]) => ({
      on,
      condition,
    })),
  };
}

function toPublished(text) {
  const [address, outside, inside] = text.split(':');
  return { address, outside, inside };
}

function toMount(text) {
  const [source, target, mode = 'rw'] = text.split(':');
  return { source, target, mode, isFile: source.startsWith('.') };
}

function toStrings(env) {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
}
