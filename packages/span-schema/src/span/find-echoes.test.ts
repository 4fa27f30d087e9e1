import fc from 'fast-check';
import { manyRuns } from '../testing/many-runs.js';
import { findEchoes, type UsageCall } from './find-echoes.js';

function call(span_id: string, parent_id?: string, members: Partial<UsageCall> = {}): UsageCall {
  return {
    span_id,
    parent_id,
    start_time: 0n,
    end_time: 10n,
    scope_name: span_id,
    prompt: 12,
    completion: 3,
    responseId: () => undefined,
    ...members,
  };
}

function idsOf(calls: Iterable<UsageCall>) {
  return [...calls].map(({ span_id }) => span_id).toSorted();
}

/** Applies the definition of an echo in docs/api/ingest.md to a pair of calls. */
function isEchoOf(echo: UsageCall, other: UsageCall): boolean {
  const isWithin = other.start_time <= echo.start_time && echo.end_time <= other.end_time;
  const isSameTime = other.start_time === echo.start_time && echo.end_time === other.end_time;
  const isChild = echo.parent_id === other.span_id;
  const isSibling = echo.parent_id !== undefined && echo.parent_id === other.parent_id;
  const [left, right] = [echo.responseId(), other.responseId()];
  return (
    echo.scope_name !== other.scope_name &&
    echo.prompt === other.prompt &&
    echo.completion === other.completion &&
    (left === undefined || right === undefined || left === right) &&
    isWithin &&
    (isChild || (isSibling && (!isSameTime || other.scope_name < echo.scope_name)))
  );
}

describe('findEchoes', () => {
  it('finds the child of a call, and each call of a chain except the first', () => {
    expect(idsOf(findEchoes([call('a', 'root'), call('b', 'a'), call('c', 'b')]))).toEqual([
      'b',
      'c',
    ]);
  });

  it('finds a sibling that runs during a call, and one of two siblings with equal times', () => {
    const inner = call('a', 'root', { start_time: 1n });

    expect(idsOf(findEchoes([inner, call('b', 'root')]))).toEqual(['a']);
    expect(idsOf(findEchoes([call('b', 'root'), call('a', 'root')]))).toEqual(['b']);
  });

  it.each<[string, Partial<UsageCall>]>([
    ['has the same scope', { scope_name: 'a' }],
    ['has other prompt tokens', { prompt: 13 }],
    ['has other completion tokens', { completion: 4 }],
    ['begins before', { start_time: -1n }],
    ['ends after', { end_time: 11n }],
    ['has another response id', { responseId: () => 'other' }],
    ['has another parent', { parent_id: 'elsewhere' }],
    ['has no parent', { parent_id: undefined }],
  ])('does not take a call for an echo that %s', (_, members) => {
    const first = call('a', undefined, { responseId: () => 'one' });

    expect(idsOf(findEchoes([first, call('b', 'a', members)]))).toEqual([]);
  });

  it('distinguishes parallel calls of one scope whose echoes run during both', () => {
    const calls = ['a', 'b'].flatMap((id) => [
      call(id, 'root', { scope_name: 'outer' }),
      call(`${id}-echo`, id, { scope_name: 'inner' }),
    ]);

    expect(idsOf(findEchoes(calls))).toEqual(['a-echo', 'b-echo']);
  });

  it('requests no response ids if all calls have one scope', () => {
    const responseId = () => {
      throw new Error('asked');
    };
    const calls = ['a', 'b', 'c'].map((id) => call(id, 'root', { scope_name: 'one', responseId }));

    expect(idsOf(findEchoes(calls))).toEqual([]);
  });

  it('finds the echoes among 100,000 equal calls', () => {
    const calls = Array.from({ length: 100_000 }, (_, index) =>
      call(`${index}`, 'root', { scope_name: index % 2 === 0 ? 'outer' : 'inner' }),
    );

    expect(findEchoes(calls).size).toBe(50_000);
  });

  it('finds exactly the calls that are echoes by definition', () => {
    const anyCalls = fc
      .array(
        fc.record({
          parent: fc.nat(6),
          start: fc.nat(2),
          lasts: fc.nat(2),
          scope_name: fc.constantFrom('', 'x', 'y', 'z'),
          prompt: fc.constantFrom(1, 2),
          id: fc.constantFrom(undefined, undefined, 'r1', 'r2'),
        }),
        { maxLength: 8, size: 'max' },
      )
      .map((entries) =>
        entries.map(({ parent, start, lasts, scope_name, prompt, id }, index) =>
          call(`${index}`, parent < index ? `${parent}` : 'root', {
            start_time: BigInt(start),
            end_time: BigInt(start + lasts),
            scope_name,
            prompt,
            responseId: () => id,
          }),
        ),
      );

    fc.assert(
      fc.property(anyCalls, (calls) => {
        const expected = calls.filter((echo) => calls.some((other) => isEchoOf(echo, other)));

        expect(idsOf(findEchoes(calls))).toEqual(idsOf(expected));
      }),
      { numRuns: manyRuns },
    );
  });
});
