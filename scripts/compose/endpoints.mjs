// Where things are when containers are processes: `service:port` of the compose network is a port of loopback.
import { freePort } from '../kafka/broker.mjs';

const LOOPBACK = '127.0.0.1';

/** Every `service:port` that a text speaks of. */
export function referencesIn(text, names) {
  const pattern = new RegExp(`(?<![\\w.-])(${names.join('|')}):(\\d+)\\b`, 'g');
  return [...text.matchAll(pattern)].map(([, service, port]) => ({ service, port }));
}

/**
 * A port of loopback for each port of each service. With `published`, ports that the compose file opens on
 * the machine are those it says; all others are any free ones.
 */
export async function mapEndpoints(services, { published }) {
  const ports = new Map();
  for (const service of services) {
    for (const inside of new Set(service.ports)) {
      const outside = service.published.find((port) => port.inside === inside)?.outside;
      const isKept = published && outside !== undefined;
      ports.set(`${service.name}:${inside}`, isKept ? Number(outside) : await freePort());
    }
  }
  const pattern = new RegExp(
    `(?<![\\w.-])(${services.map(({ name }) => name).join('|')}):(\\d+)\\b`,
    'g',
  );
  const port = (name, inside) => {
    const found = ports.get(`${name}:${inside}`);
    if (found === undefined) throw new Error(`${name} has no port ${inside}`);
    return found;
  };
  return {
    port,
    address: (name, inside) => `${LOOPBACK}:${port(name, inside)}`,
    /** A text of configuration, with every `service:port` as a process finds it. */
    rewrite: (text) =>
      text.replaceAll(pattern, (_, name, inside) => `${LOOPBACK}:${port(name, inside)}`),
    /** What a service listens on: `0.0.0.0` is loopback, and its own ports are those it was given. */
    listening: (service) =>
      Object.fromEntries(
        Object.entries(service.env).flatMap(([name, value]) => {
          if (value === '0.0.0.0') return [[name, LOOPBACK]];
          const isOwn = name.endsWith('_PORT') && service.ports.includes(value);
          return isOwn ? [[name, String(port(service.name, value))]] : [];
        }),
      ),
  };
}
