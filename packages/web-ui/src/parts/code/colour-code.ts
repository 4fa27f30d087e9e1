import type { Parser } from '@lezer/common';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

/** A piece of code and its token type, such as `keyword`. The type is empty for plain code. */
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

/** Splits code into tokens by the grammar of a language. Returns undefined if the language has no grammar. */
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

/** Grammars by language name, as written after the fence of a code block. Each grammar is loaded on first use. */
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
