import type { Page } from 'playwright-core';

/** Selector for controls. The skip link is excluded, because it is outside the visible page until it is focused. */
const controls =
  'a[href]:not([href="#main"]), button:not(:disabled), input, select, textarea, [role=tab], [role=checkbox], [role=slider]';

/** Returns the controls that a pointer cannot reach, because they are cut off or covered even after scrolling. */
export function findOutOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[aria-hidden=true], [inert]') === null &&
      element.getBoundingClientRect().width > 1;
    const isHit = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const label = element.closest('label');
      return hit !== null && (element.contains(hit) || hit.contains(element) || label === hit);
    };
    return [...document.querySelectorAll(selector)]
      .filter((element) => isShown(element) && !isHit(element))
      .map((element) => element.outerHTML.slice(0, 160));
  }, controls);
}
