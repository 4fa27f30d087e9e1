import { nameOf, toCondition } from './filter-names.js';
import { WordReader } from './filter-words.js';
import { type Filtering, FilterTextError, type Part } from './filtering.js';

/** A condition and its position in the filter text. The filter bar shows the condition as a chip. */
export interface PlacedPart {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

/** Matches a character that ends an unquoted value. */
const valueEnds = /[\s(),]/;
/** Maximum nesting depth of groups. The service has the same limit. */
const MAX_DEPTH = 16;

/**
 * Parses a filter text. Returns undefined for `''`. Adjacent conditions are joined by `and`, and bare words search the
 * span contents. If there is an error, throws a FilterTextError that contains its position.
 */
export function parseFilterText(text: string): Filtering | undefined {
  return parsePlaced(text, []);
}

export interface ReadFilter {
  /** The filter; undefined if the text is empty or contains an error. */
  readonly filtering: Filtering | undefined;
  readonly mistake?: FilterTextError | undefined;
  /** The conditions before the first error. */
  readonly placed: readonly PlacedPart[];
}

/** Parses a filter text that may contain an error. */
export function readFilterText(text: string): ReadFilter {
  const placed: PlacedPart[] = [];
  try {
    return { filtering: parsePlaced(text, placed), placed };
  } catch (error) {
    if (!(error instanceof FilterTextError)) {
      throw error;
    }
    return { filtering: undefined, mistake: error, placed };
  }
}

function parsePlaced(text: string, placed: PlacedPart[]): Filtering | undefined {
  const reader = new WordReader(text);
  if (reader.isAtEnd) {
    return undefined;
  }
  const part = readAlternatives({ reader, placed }, 0);
  if (!reader.isAtEnd) {
    throw new FilterTextError('There is no opening bracket.', reader.at);
  }
  return 'conditions' in part ? part : { operator: 'and', conditions: [part] };
}

/** State of the parser: the filter text and the conditions parsed so far. */
interface Reading {
  readonly reader: WordReader;
  readonly placed: PlacedPart[];
}

function readAlternatives(reading: Reading, depth: number): Part {
  const { reader } = reading;
  if (depth > MAX_DEPTH) {
    throw new FilterTextError('The brackets are nested too deeply.', reader.at);
  }
  const parts = [readAll(reading, depth)];
  while (reader.takeWord('or')) {
    parts.push(readAll(reading, depth));
  }
  return join('or', parts);
}

function readAll(reading: Reading, depth: number): Part {
  const { reader } = reading;
  const parts: Part[] = [];
  while (!(reader.isAtEnd || reader.isNext(')') || reader.isNextWord('or'))) {
    if (parts.length === 0 || !reader.takeWord('and')) {
      parts.push(readAndPlace(reading, depth));
    }
  }
  if (parts.length === 0) {
    throw new FilterTextError('A condition is missing.', reader.at);
  }
  return join('and', parts);
}

function join(operator: 'and' | 'or', parts: readonly Part[]): Part {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { operator, conditions: parts };
}

/** Parses a condition or a group. For a group, only the positions of its conditions are stored. */
function readAndPlace(reading: Reading, depth: number): Part {
  const { reader, placed } = reading;
  const from = reader.at;
  const before = placed.length;
  const part = readOne(reading, depth);
  if (placed.length === before) {
    placed.push({ part, from, to: reader.at });
  }
  return part;
}

function readOne(reading: Reading, depth: number): Part {
  const { reader } = reading;
  if (reader.takeWord('not') || reader.take('-')) {
    if (depth > MAX_DEPTH || reader.isAtEnd) {
      throw new FilterTextError('A condition is missing.', reader.at);
    }
    return { operator: 'not', conditions: [readOne(reading, depth + 1)] };
  }
  if (reader.isNext('(')) {
    return readGroup(reading, depth + 1);
  }
  if (reader.take('json')) {
    return reader.isNext('{') ? (reader.takeJsonObject() as Filtering) : readTerm(reader, 'json');
  }
  return reader.take('has(') ? readExistence(reader) : readTerm(reader);
}

function readGroup(reading: Reading, depth: number): Part {
  const { reader } = reading;
  const { at } = reader;
  reader.take('(');
  const part = readAlternatives(reading, depth);
  if (reader.isAtEnd || !reader.take(')')) {
    throw new FilterTextError('The closing bracket is missing.', at);
  }
  return part;
}

function readExistence(reader: WordReader): Part {
  const name = reader.takeText(/[\s)]/);
  if (!reader.take(')')) {
    throw new FilterTextError('The closing bracket is missing.', name.at);
  }
  const { fieldRefs } = nameOf(name);
  return join(
    'or',
    fieldRefs.map((fieldRef) => ({ ...fieldRef, operator: 'exists' })),
  );
}

/** Parses a name with its values, or a bare word that searches the span contents. */
function readTerm(reader: WordReader, begun = ''): Part {
  const word = reader.takeText(/[\s():~^$<>]/);
  const name = { ...word, text: begun + word.text };
  const operator = name.isQuoted ? undefined : reader.takeOperator();
  if (operator === undefined) {
    const rest = name.isQuoted ? '' : reader.takeText(/[\s()]/).text;
    return { field: 'content', operator: 'contains', value: name.text + rest };
  }
  const values = [reader.takeText(valueEnds)];
  while (operator === ':' && reader.take(',')) {
    values.push(reader.takeText(valueEnds));
  }
  const empty = values.find(({ text, isQuoted }) => text === '' && !isQuoted);
  if (empty !== undefined) {
    throw new FilterTextError(`'${name.text}' needs a value.`, empty.at);
  }
  return toCondition({ name, operator, values });
}
