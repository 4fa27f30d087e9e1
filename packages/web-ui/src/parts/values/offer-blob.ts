/** Lifetime of the URL in ms. The browser reads the data some time after the click. */
const KEPT_MS = 60_000;

/** Saves data as a file, or shows it in a new tab. */
export function offerBlob(
  blob: Blob,
  link: { readonly download: string } | { readonly target: '_blank' },
): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { rel: 'noopener', href, ...link }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
