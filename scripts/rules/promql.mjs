// The selectors of a PromQL expression: enough of the language to find every metric and label that is named.
const STRING = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
const MATCHERS = `\\{(?:[^"'}]|${STRING})*\\}`;
const COMMENT = /#.*$/gm;
const LABEL_LISTS = /\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const NAMES = new RegExp(`(?<![\\w:.$])([a-zA-Z_:][\\w:]*)\\s*(\\(|${MATCHERS})?|${STRING}`, 'g');
const MATCHER = new RegExp(`([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*(${STRING})`, 'g');
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** `[{ name, matchers: [{ label, operator, value }] }]`, in the order of the text. */
export function selectorsOf(expression) {
  const text = expression.replace(COMMENT, '').replace(LABEL_LISTS, '');
  return [...text.matchAll(NAMES)]
    .filter(([, name, behind]) => name !== undefined && behind !== '(' && !KEYWORDS.has(name))
    .map(([, name, behind = '']) => ({ name, matchers: matchersOf(behind) }));
}

function matchersOf(text) {
  return [...text.matchAll(MATCHER)].map(([, label, operator, quoted]) => ({
    ...{ label, operator },
    value: quoted.slice(1, -1).replaceAll('\\\\', '\\'),
  }));
}
