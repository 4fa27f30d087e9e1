const COLOURS = 12;

/** Returns the colour of a service: one of twelve, by a hash of its name. */
export function colourOfService(name: string | undefined): string {
  if (name === undefined || name === '') {
    return 'var(--mark)';
  }
  let hash = 2_166_136_261;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
  }
  return `var(--c${(hash >>> 0) % COLOURS})`;
}
