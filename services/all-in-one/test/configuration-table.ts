import type { ConfigShape } from '@spanhouse/service-runtime';

/** A shape as the Markdown table of a README: name, default (`–` = none, `required`), description. */
export function configurationTable(shape: ConfigShape): string {
  const rows = Object.entries(shape).map(
    ([name, field]) => `| \`${name}\` | ${defaultOf(field)} | ${field.description ?? ''} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function defaultOf(field: ConfigShape[string]): string {
  const result = field.safeParse(undefined);
  if (!result.success) return 'required';
  const value = result.data;
  if (value === undefined || value === '') return '–';
  return `\`${String(value)}\``;
}
