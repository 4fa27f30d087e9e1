const COLOURS = 12;

/** Returns the CSS colour for a service name. A hash of the name selects one of twelve colours. */
export function colourOfService(name: string | undefined): string {
  return `var(${colourNameOf(name)})`;
}

/** Returns the custom property that holds a service's colour, for use on a canvas. */
export function colourNameOf(name: string | undefined): string {
  if (name === undefined || name === '') {
    return '--mark';
  }
  let hash = 2_166_136_261;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
  }
  return `--c${(hash >>> 0) % COLOURS}`;
}
