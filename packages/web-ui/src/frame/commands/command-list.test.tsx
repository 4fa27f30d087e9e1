import { type Command, findCommands, readTraceId } from './command-list.js';

function command(name: string, kind = 'Page'): Command {
  return { id: name, name, kind, act: () => undefined };
}

describe('findCommands', () => {
  const commands = ['Saved', 'Explorer', 'Save the query', 'Export as NDJSON'].map((name) =>
    command(name),
  );
  const namesOf = (text: string) => findCommands(commands, text).map(({ name }) => name);

  it('finds every word, in any order and case', () => {
    expect(namesOf('ndjson export')).toEqual(['Export as NDJSON']);
    expect(namesOf('nothing')).toEqual([]);
  });

  it('puts names first that begin with the text', () => {
    expect(namesOf('exp')).toEqual(['Explorer', 'Export as NDJSON']);
    expect(namesOf('the')).toEqual(['Save the query']);
    expect(findCommands([command('A', 'Saved query'), ...commands], 'saved')[0]?.name).toBe(
      'Saved',
    );
  });
});

describe('readTraceId', () => {
  it.each([
    '4bf92f3577b34da6a3ce929d0e0e4736',
    ' 4BF92F35-77B3-4DA6-A3CE-929D0E0E4736 ',
    '0x4bf92f3577b34da6a3ce929d0e0e4736',
    'urn:uuid:4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
  ])('reads %s', (text) => {
    expect(readTraceId(text)).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('reads no other text', () => {
    expect(readTraceId('4bf92f3577b34da6')).toBeUndefined();
  });
});
