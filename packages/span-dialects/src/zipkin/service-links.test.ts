import { idOfServerHalf } from '@spanhouse/span-schema';
import { type CallingSpan, ServiceLinks } from './service-links.js';

let start = 0n;

function span(id: string, parent: string | undefined, rest: Partial<CallingSpan>): CallingSpan {
  const padded = (text: string) => text.padStart(16, '0');
  return {
    span_id: padded(id),
    parent_id: parent === undefined ? undefined : padded(parent),
    start_time: ++start,
    kind: undefined,
    service: 'a',
    remote: undefined,
    hasError: false,
    isServerHalf: false,
    ...rest,
  };
}

function linksOf(...spans: readonly CallingSpan[]): readonly string[] {
  const links = new ServiceLinks();
  links.addTrace(spans);
  return links
    .links()
    .map(
      ({ parent, child, callCount, errorCount = 0 }) =>
        `${parent}-${child} ${callCount} ${errorCount}`,
    );
}

describe('ServiceLinks', () => {
  it.each<[string, readonly CallingSpan[], readonly string[]]>([
    [
      'skips a root server span that names no other service',
      [span('1', undefined, { kind: 'SERVER' })],
      [],
    ],
    [
      'links a root server span to the service that it names',
      [span('1', undefined, { kind: 'SERVER', remote: 'z' })],
      ['z-a 1 0'],
    ],
    [
      'links a client without a server span',
      [span('1', undefined, { kind: 'CLIENT', remote: 'b', hasError: true })],
      ['a-b 1 1'],
    ],
    [
      'treats a span that names another service as a client',
      [span('1', undefined, { remote: 'b' })],
      ['a-b 1 0'],
    ],
    ['skips spans without kind and other side', [span('1', undefined, {})], []],
    [
      'counts a call once, with the error of its client',
      [
        span('1', undefined, { kind: 'CLIENT', remote: 'b', hasError: true }),
        span('2', '1', { kind: 'SERVER', service: 'b' }),
      ],
      ['a-b 1 1'],
    ],
    [
      'finds the caller above local spans and ignores their errors',
      [
        span('1', undefined, { kind: 'CLIENT', hasError: true }),
        span('2', '1', {}),
        span('3', '2', { kind: 'SERVER', service: 'b' }),
      ],
      ['a-b 1 0'],
    ],
    [
      'links to a client whose service differs from the service of its parent',
      [
        span('1', undefined, { kind: 'SERVER', remote: 'z' }),
        span('2', '1', { kind: 'CLIENT', service: 'b', remote: 'c' }),
      ],
      ['a-b 1 0', 'b-c 1 0', 'z-a 1 0'],
    ],
    [
      'links producers and consumers to a known broker',
      [
        span('1', undefined, { kind: 'PRODUCER', remote: 'kafka' }),
        span('2', '1', { kind: 'CONSUMER', service: 'b', remote: 'kafka', hasError: true }),
      ],
      ['a-kafka 1 0', 'kafka-b 1 1'],
    ],
    [
      'links no consumer to a producer',
      [
        span('1', undefined, { kind: 'PRODUCER' }),
        span('2', '1', { kind: 'CONSUMER', service: 'b' }),
      ],
      [],
    ],
    [
      'prefers the service name of the server span below a client',
      [
        span('1', undefined, { kind: 'CLIENT', remote: 'x' }),
        span('2', '1', { kind: 'SERVER', service: 'b' }),
      ],
      ['a-b 1 0'],
    ],
    [
      'links spans without a kind that name another service, even if they have children',
      [
        span('1', undefined, { remote: 'b' }),
        span('2', '1', { service: 'b', remote: 'c' }),
        span('3', '2', { service: 'c', remote: 'd' }),
      ],
      ['a-b 1 0', 'b-c 1 0', 'c-d 1 0'],
    ],
    [
      'treats the root as the caller of a span whose parent is not stored',
      [
        span('1', undefined, { kind: 'SERVER' }),
        span('3', '2', { kind: 'CLIENT', service: 'b', remote: 'c' }),
        span('5', '4', { kind: 'SERVER', service: 'd' }),
      ],
      ['a-b 1 0', 'a-d 1 0', 'b-c 1 0'],
    ],
    [
      'treats the earliest of several roots as the caller of the others',
      [
        span('1', undefined, { kind: 'SERVER' }),
        span('2', undefined, { kind: 'SERVER', service: 'b' }),
      ],
      ['a-b 1 0'],
    ],
    [
      'does not link a span whose parent is not stored if the trace has no root',
      [span('3', '2', { kind: 'SERVER' }), span('5', '4', { kind: 'SERVER', service: 'b' })],
      [],
    ],
    [
      'counts calls of a service to itself',
      [span('1', undefined, { kind: 'CLIENT' }), span('2', '1', { kind: 'SERVER' })],
      ['a-a 1 0'],
    ],
  ])('%s', (_, spans, expected) => {
    expect(linksOf(...spans)).toEqual(expected);
  });

  it('attaches the children of a shared id to the span of their service', () => {
    const half = idOfServerHalf('1'.padStart(16, '0'));

    const links = linksOf(
      span('1', undefined, { kind: 'CLIENT' }),
      span(half, '1', { kind: 'SERVER', service: 'b', isServerHalf: true }),
      span('3', '1', { kind: 'CLIENT', service: 'b', remote: 'c' }),
    );

    expect(links).toEqual(['a-b 1 0', 'b-c 1 0']);
  });
});
