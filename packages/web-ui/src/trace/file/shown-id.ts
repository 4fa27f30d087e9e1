const digits = { trace: 32, span: 16 } as const;

/**
 * Returns an id as the API shows it: hexadecimal, padded with zeros. Also accepts Base64, which some senders use in
 * OTLP/JSON. Throws a TypeError for other texts.
 */
export function shownId(text: string | undefined, of: keyof typeof digits): string {
  const count = digits[of];
  if (text !== undefined && text.length <= count && /^[0-9a-f]+$/i.test(text)) {
    return text.toLowerCase().padStart(count, '0');
  }
  const bytes = text !== undefined && /^[\w+/]+=*$/.test(text) ? decodeBase64(text) : undefined;
  if (bytes?.length !== count / 2) {
    throw new TypeError(`A ${of} has the id '${text ?? ''}', which is not hexadecimal.`);
  }
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
