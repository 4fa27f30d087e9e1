// Finds the selectors in a PromQL expression. It parses only the syntax that is needed to find every metric and label.
const string = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
const matcherList = `\\{(?:[^"'}]|${string})*\\}`;
const comment = /#.*$/gm;
const labelLists = /\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const names = new RegExp(
  `(?<![\\w:.$])([a-zA-Z_:][\\w:]*)\\s*(\\(|${matcherList})?|${string}`,
  'g',
);
const matcher = new RegExp(`([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*(${string})`, 'g');
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Returns `[{ name, matchers: [{ label, operator, value }] }]`, in the order of the text. */
export function selectorsOf(expression) {
  const text = expression.replace(comment, '').replace(labelLists, '');
  return [...text.matchAll(names)]
    .filter(([, name, behind]) => name !== undefined && behind !== '(' && !keywords.has(name))
    .map(([, name, behind = '']) => ({ name, matchers: matchersOf(behind) }));
}

function matchersOf(text) {
  return [...text.matchAll(matcher)].map(([, label, operator, quoted]) => ({
    label,
    operator,
    value: quoted.slice(1, -1).replaceAll('\\\\', '\\'),
  }));
}
