import type { CallHalf } from '@spanhouse/trace-store/writer';

/** Returns the database that a client calls, by the name that its span gives it; undefined if it calls none. */
export function databaseOf({ kind, peers }: Pick<CallHalf, 'kind' | 'peers'>): string | undefined {
  const [service, server, address, port, namespace, name, systemName, system] = peers;
  if (kind !== 'client' || firstOf(namespace, name, systemName, system) === undefined) {
    return undefined;
  }
  const peer = firstOf(address) && (firstOf(port) ? `${address}:${port}` : address);
  return firstOf(service, server, peer, namespace, name, systemName, system);
}

/** Returns the other side of a call that sends no spans; undefined if nothing names it. */
export function virtualPeerOf({ kind, peers, parent_id }: CallHalf): string | undefined {
  const [service, , , , , name, systemName, system] = peers;
  const named = firstOf(service, name, system, systemName);
  if (kind === 'client' || kind === 'producer') {
    return named;
  }
  return parent_id === '' ? (named ?? 'user') : undefined;
}

function firstOf(...names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => name !== undefined && name !== '');
}
