// Reads the comments `# -- …` of values.yaml. Each comment belongs to the value below it.
import { parse } from 'yaml';

/** Returns `{ path, comment, value }` for each comment, in the order of the file. */
export function commentedValues(text) {
  const values = parse(text);
  const above = []; // parents of the line, as { indent, key }
  const found = [];
  let comment;
  for (const line of text.split('\n')) {
    const { indent, note, key } = /^(?<indent> *)(?:# -- (?<note>.*)|(?<key>[\w./-]+):.*)?/.exec(
      line,
    ).groups;
    if (note !== undefined) {
      comment = note;
    }
    if (key === undefined) {
      continue;
    }
    while (above.length > 0 && above.at(-1).indent >= indent.length) {
      above.pop();
    }
    above.push({ indent: indent.length, key });
    if (comment === undefined) {
      continue;
    }
    const keys = above.map((each) => each.key);
    found.push({ path: keys.join('.'), comment, value: valueAt(values, keys) });
    comment = undefined;
  }
  return found;
}

function valueAt(values, keys) {
  return keys.reduce((value, key) => value[key], values);
}
