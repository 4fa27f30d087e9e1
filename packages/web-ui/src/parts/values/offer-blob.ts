/**
 * Lifetime of the object URL in ms. The URL must outlive the click, because the browser reads the data some time later.
 */
const KEPT_MS = 60_000;

/** Offers data as a download, or opens it in a new tab. */
export function offerBlob(
  blob: Blob,
  link: { readonly download: string } | { readonly target: '_blank' },
): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { rel: 'noopener', href, ...link }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
