/** Returns an element that contains only text. */
export function element(name: string, text: string): string {
  return parent(
    name,
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

/** Returns an element around `content`, which is XML text. */
export function parent(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
