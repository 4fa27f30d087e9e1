import type { Parser } from '@lezer/common';

type LoadGrammar = () => Promise<Parser>;

const json: LoadGrammar = async () => (await import('@lezer/json')).parser;
const python: LoadGrammar = async () => (await import('@lezer/python')).parser;
const yaml: LoadGrammar = async () => (await import('@lezer/yaml')).parser;
const html: LoadGrammar = async () => (await import('@lezer/html')).parser;

/** The grammars of languages, by the names that follow the fence of a block. Each is loaded on first use. */
export const grammars: ReadonlyMap<string, LoadGrammar> = new Map([
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
