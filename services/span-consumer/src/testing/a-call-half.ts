import type { CallHalf } from '@spanhouse/trace-store/writer';

export const noPeers = ['', '', '', '', '', '', '', ''];

export function aCallHalf(members: Partial<CallHalf> = {}): CallHalf {
  return {
    project_id: '00000000-0000-0000-0000-000000000001',
    trace_id: 'ab'.repeat(16),
    span_id: '00000000000000a1',
    parent_id: '',
    kind: 'client',
    service: 'shop',
    namespace: '',
    isError: false,
    durationNs: 100_000_000n,
    receivedNs: 1_000_000_000_000n,
    peers: noPeers,
    ...members,
  };
}
