import type { ConfigShape } from '@spanhouse/service-runtime';

/** The shapes of all processes by name; the first one's defaults and texts are shown. */
export type ProcessShapes = Readonly<Record<string, ConfigShape>>;

/** Every variable of any process as one Markdown table: name, default, processes, meaning. */
export function configurationTable(shapes: ProcessShapes): string {
  const fields = Object.assign({}, ...Object.values(shapes).toReversed());
  const names = [...new Set(Object.values(shapes).flatMap(Object.keys))];
  const rows = names.map((name) => {
    const processes = Object.keys(shapes).filter((process) => name in (shapes[process] ?? {}));
    const users = processes.length === Object.keys(shapes).length ? 'all' : processes.join(', ');
    return `| \`${name}\` | ${defaultOf(fields[name])} | ${users} | ${fields[name].description ?? ''} |`;
  });
  return ['| variable | default | read by | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function defaultOf(field: ConfigShape[string]): string {
  const result = field?.safeParse(undefined);
  if (!result?.success) return 'required';
  const value = result.data;
  return value === undefined || value === '' ? '–' : `\`${String(value)}\``;
}
