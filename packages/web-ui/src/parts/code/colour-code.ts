import type { Parser } from '@lezer/common';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

/** A piece of code with its token type, such as `keyword`. The type of plain code is empty. */
export interface CodePiece {
  readonly text: string;
  readonly kind: string;
}

const highlighter = tagHighlighter([
  { tag: tags.comment, class: 'comment' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], class: 'keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'number' },
  { tag: [tags.typeName, tags.className, tags.tagName], class: 'type' },
  {
    tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)],
    class: 'name',
  },
]);

/**
 * Splits code into tokens with the grammar of its language. Returns undefined if there is no grammar for the language.
 */
export async function colourCode(
  code: string,
  language: string,
): Promise<readonly CodePiece[] | undefined> {
  const parser = await grammars.get(language.toLowerCase())?.();
  if (parser === undefined) {
    return undefined;
  }
  const pieces: CodePiece[] = [];
  highlightCode(
    code,
    parser.parse(code),
    highlighter,
    (text, kind) => pieces.push({ text, kind }),
    () => pieces.push({ text: '\n', kind: '' }),
  );
  return pieces;
}

type LoadGrammar = () => Promise<Parser>;

const json: LoadGrammar = async () => (await import('@lezer/json')).parser;
const python: LoadGrammar = async () => (await import('@lezer/python')).parser;
const yaml: LoadGrammar = async () => (await import('@lezer/yaml')).parser;
const html: LoadGrammar = async () => (await import('@lezer/html')).parser;

/** Functions that load a grammar, keyed by the language name after the fence of a code block. */
const grammars: ReadonlyMap<string, LoadGrammar> = new Map([
  ['json', json],
  ['js', javascript('jsx')],
  ['jsx', javascript('jsx')],
  ['javascript', javascript('jsx')],
  ['ts', javascript('ts')],
  ['tsx', javascript('ts jsx')],
  ['typescript', javascript('ts')],
  ['py', python],
  ['python', python],
  ['yml', yaml],
  ['yaml', yaml],
  ['html', html],
  ['xml', html],
]);

function javascript(dialect: string): LoadGrammar {
  return async () => (await import('@lezer/javascript')).parser.configure({ dialect });
}
