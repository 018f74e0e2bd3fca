/** An element that had the focus, and the way up from it: the place among its parent's children, and so on. */
type Place = { element: HTMLElement; path: string; way: { parent: Element; index: number }[] };

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
/** From here on up is not beside what the operator was at. */
const TOO_FAR = 'body, main, [data-region]';
const LAYER = '[role=dialog], dialog, main aside';
const REMEMBERED = 12;
/** Layers that give the focus back themselves do so within this time. */
const THEIRS_MS = 40;

/**
 * Takes care that the focus never falls to the body. Where its element goes away or is disabled, it goes to what
 * stands in its place, else to what had it before; on another page to that page's heading. Returns how to end it.
 */
export function restoreFocus(): () => void {
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    timer = undefined;
    const [last] = places;
    if (last === undefined || !isLost() || !document.hasFocus()) return;
    if (last.element.isConnected) {
      if (last.element.matches(':disabled')) return;
      return focusOn(last.element);
    }
    focusOn(heirOf(places));
  };
  const soon = () => {
    if (timer === undefined && places.length > 0 && isLost()) timer = setTimeout(take, THEIRS_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, REMEMBERED);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    // Somebody pressed beside everything: that is a choice. What was taken away is gone by the end of this task.
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(':disabled') && document.hasFocus() && isLost()) places = [];
    });
  };
  const observer = new MutationObserver(soon);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, options);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
  };
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isShown = (element: Element) => element.getClientRects().length > 0;

function placeOf(element: HTMLElement): Place {
  const way: Place['way'] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    way.push({ parent, index: [...parent.children].indexOf(child) });
    if (parent.matches(TOO_FAR)) break;
  }
  return { element, path: location.pathname, way };
}

function heirOf(places: readonly Place[]): HTMLElement | null {
  const [last, ...before] = places;
  if (last === undefined) return null;
  // A heading that had it stood on a page which was still being read.
  if (last.path !== location.pathname || last.element.localName === 'h1') return heading();
  const earlier = before.find(({ element }) => element.isConnected && isShown(element));
  return drawerRouteOf(last) ?? earlier?.element ?? heading();
}

/** Finds the element now in the lost one's place, from the nearest surroundings that are still there. */
function drawerRouteOf({ way }: Place): HTMLElement | null {
  for (const { parent, index } of way) {
    if (parent.matches(TOO_FAR)) return null;
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const order = [...children.slice(index), ...children.slice(0, index).reverse()];
    for (const child of order) {
      const found = [child, ...child.querySelectorAll(TABBABLE)].find(
        (one) => one.matches(TABBABLE) && isShown(one),
      );
      if (found instanceof HTMLElement) return found;
    }
    // Its content is still on its way: going elsewhere would close it.
    if (parent instanceof HTMLElement && parent.matches(LAYER)) return parent;
  }
  return null;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content');
  if (found?.hasAttribute('tabindex') === false) found.tabIndex = -1;
  return found;
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
