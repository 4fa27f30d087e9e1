import { parseFilterText } from './parse-filter-text.js';
import { chosenValues, excludeValue, toggleValue } from './toggle-condition.js';
import { writeFilterText } from './write-filter-text.js';

const type = { field: 'span_type' };

/** Toggles a value of the type field in a filter text. */
function toggled(text: string, value: string): string | undefined {
  const filtering = toggleValue(parseFilterText(text), type, value);
  return filtering && writeFilterText(filtering);
}

describe('toggleValue', () => {
  it('adds a first, a second and a third value', () => {
    expect([toggled('', 'chat'), toggled('type:chat', 'tool'), toggled('type:a,b', 'c')]).toEqual([
      'type:chat',
      'type:chat,tool',
      'type:a,b,c',
    ]);
  });

  it('takes a value out, and the condition with the last one', () => {
    expect([
      toggled('type:a,b', 'a'),
      toggled('status:error type:a', 'a'),
      toggled('type:a', 'a'),
    ]).toEqual(['type:b', 'status:error', undefined]);
  });

  it('keeps the other conditions as they are', () => {
    expect(toggled('timeout -name:x', 'chat')).toBe('timeout -name:x type:chat');
    expect(toggled('name:x or name:y', 'chat')).toBe('(name:x or name:y) type:chat');
  });
});

describe('toggleValue of an attribute of events', () => {
  const message = { field: 'events', key: 'attributes.exception.type' };
  const toggledEvent = (text: string, value: string) => {
    const filtering = toggleValue(parseFilterText(text), message, value);
    return filtering && writeFilterText(filtering);
  };

  it('asks for each value by itself, and takes out the one that it has', () => {
    const both = 'event.exception.type:Timeout event.exception.type:Refused';

    expect(toggledEvent('type:chat', 'Timeout')).toBe('type:chat event.exception.type:Timeout');
    expect(toggledEvent('event.exception.type:Timeout', 'Refused')).toBe(both);
    expect(toggledEvent(both, 'Refused')).toBe('event.exception.type:Timeout');
    expect(toggledEvent('event.exception.type:Timeout', 'Timeout')).toBeUndefined();
  });

  it('can be left out', () => {
    expect(writeFilterText(excludeValue(undefined, message, 'Timeout'))).toBe(
      '-event.exception.type:Timeout',
    );
  });
});

describe('chosenValues', () => {
  it('returns the values that the filter asks for', () => {
    expect(chosenValues(parseFilterText('type:a,b'), type)).toEqual(['a', 'b']);
    expect(chosenValues(parseFilterText('-type:a'), type)).toEqual([]);
    expect(chosenValues(undefined, type)).toEqual([]);
  });
});

describe('excludeValue', () => {
  it.each(['', 'timeout '])('leaves out a value of the filter "%s"', (text) => {
    const filtering = excludeValue(parseFilterText(text), type, 'chat');

    expect(writeFilterText(filtering)).toBe(`${text}-type:chat`);
  });
});
