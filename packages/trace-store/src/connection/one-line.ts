/** Joins the lines of an SQL template into one line. Interpolated texts are not changed. */
export function oneLine(
  lines: TemplateStringsArray,
  ...texts: readonly (string | number)[]
): string {
  const raw = lines.map((text) => text.replace(/\s*\n\s*/g, ' '));
  return String.raw({ raw }, ...texts).trim();
}
