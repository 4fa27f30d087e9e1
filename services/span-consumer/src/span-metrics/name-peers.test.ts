import { aCallHalf, noPeers } from '../testing/a-call-half.js';
import { databaseOf, virtualPeerOf } from './name-peers.js';

/** In the order of `peerKeys`. */
const all = ['peer', 'host', '10.0.0.1', '5432', 'namespace', 'name', 'system name', 'system'];

function withoutFirst(count: number): readonly string[] {
  return all.map((name, index) => (index < count ? '' : name));
}

describe('databaseOf', () => {
  it('takes the first name that a client has', () => {
    const names = [0, 1, 2, 4, 5, 6, 7].map((count) =>
      databaseOf(aCallHalf({ peers: withoutFirst(count) })),
    );

    expect(names).toEqual([
      'peer',
      'host',
      '10.0.0.1:5432',
      'namespace',
      'name',
      'system name',
      'system',
    ]);
  });

  it('adds a port only to an address', () => {
    const system = 'system';
    const peers = (address: string, port: string) => ['', '', address, port, '', '', '', system];

    expect(databaseOf(aCallHalf({ peers: peers('10.0.0.1', '') }))).toBe('10.0.0.1');
    expect(databaseOf(aCallHalf({ peers: peers('', '5432') }))).toBe(system);
  });

  it('finds none for a client without db attributes, nor for other kinds', () => {
    const network = all.map((name, index) => (index < 4 ? name : ''));

    expect(databaseOf(aCallHalf({ peers: network }))).toBeUndefined();
    expect(databaseOf(aCallHalf({ peers: all, kind: 'producer' }))).toBeUndefined();
    expect(databaseOf(aCallHalf({ peers: all, kind: 'server' }))).toBeUndefined();
  });
});

describe('virtualPeerOf', () => {
  it('takes the name of the service or the database, for clients and producers', () => {
    const names = [0, 1, 6, 7].map((count) =>
      virtualPeerOf(aCallHalf({ peers: withoutFirst(count), kind: 'producer' })),
    );

    expect(names).toEqual(['peer', 'name', 'system', 'system']);
    expect(virtualPeerOf(aCallHalf())).toBeUndefined();
    expect(virtualPeerOf(aCallHalf({ peers: ['', '', '', '', '', '', 'system name', ''] }))).toBe(
      'system name',
    );
  });

  it('is a user for servers without parent and name, and unknown for others', () => {
    expect(virtualPeerOf(aCallHalf({ kind: 'server' }))).toBe('user');
    expect(virtualPeerOf(aCallHalf({ kind: 'consumer', peers: all }))).toBe('peer');
    expect(
      virtualPeerOf(aCallHalf({ kind: 'server', parent_id: 'a', peers: noPeers })),
    ).toBeUndefined();
  });
});
