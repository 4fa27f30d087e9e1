import { ServiceCallCounts, type ServiceSpan } from './service-calls.js';

function span(span_id: string, service_name: string | undefined, parent_id?: string): ServiceSpan {
  return { span_id, service_name, parent_id, start_time: 0n };
}

function callsOf(...spans: readonly ServiceSpan[]): readonly string[] {
  const counts = new ServiceCallCounts();
  counts.addTrace(spans);
  return counts.calls().map(({ parent, child, callCount }) => `${parent}>${child} ${callCount}`);
}

describe('ServiceCallCounts', () => {
  it('counts a call for every span whose parent belongs to another service', () => {
    const calls = callsOf(
      span('1', 'b'),
      span('2', 'a', '1'),
      span('3', 'a', '1'),
      span('4', 'a', '2'),
      span('5', 'b', '4'),
    );

    expect(calls).toEqual(['a>b 1', 'b>a 2']);
  });

  it('ignores orphans and spans on a cycle, but counts spans below a cycle', () => {
    const calls = callsOf(
      span('1', 'a', '2'),
      span('2', 'b', '1'),
      span('3', 'c', '2'),
      span('4', 'd', 'none'),
    );

    expect(calls).toEqual(['b>c 1']);
  });

  it('treats an absent and an empty name as the same service', () => {
    const calls = callsOf(span('1', undefined), span('2', '', '1'), span('3', 'a', '2'));

    expect(calls).toEqual(['OTLPResourceNoServiceName>a 1']);
  });
});
