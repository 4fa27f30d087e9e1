/** Returns an element that contains only a string. */
export function element(name: string, text: string): string {
  return parent(
    name,
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

/** Returns an element around `content`, which is already XML. */
export function parent(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
