import { commentedValues } from './values-comments.mjs';

const MARK = '<!-- Below: from the comments of values.yaml, written by npm run helm:generate. -->';

/** The README with the table of all values behind its mark. */
export function chartReadme(readme, valuesText) {
  const [byHand] = readme.split(MARK);
  const rows = commentedValues(valuesText).map(
    ({ place, comment, value }) => `| \`${place}\` | \`${JSON.stringify(value)}\` | ${comment} |`,
  );
  return `${byHand}${MARK}\n\n| value | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}
