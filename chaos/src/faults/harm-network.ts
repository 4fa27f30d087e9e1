import type { Link } from '../network/network.js';
import type { NetworkState } from '../network/tcp-proxy.js';
import type { Injection } from './injection.js';

export function link(name: Link, state: NetworkState): Injection {
  return ({ network }) => {
    network.set(name, state);
    return Promise.resolve(() => Promise.resolve(network.set(name, 'sound')));
  };
}
