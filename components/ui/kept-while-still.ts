/** A press on an element, or a form that was sent. */
export type Press = { on: Element; sends: boolean };
/** Children to go down by, from the element that holds them all. */
type Place = readonly number[];
type Of = { place: Place; mark: string };

/** Presses, texts and focus on elements that others will replace, told by their places. */
export type Kept = {
  presses: readonly (Of & Pick<Press, 'sends'>)[];
  texts: readonly (Of & { text: string })[];
  focus: Of | null;
};

const PRESS = { bubbles: true, cancelable: true, button: 0 };

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
const isText = (field: Field) => !['checkbox', 'radio', 'file', 'button', 'submit'].includes(field.type);

/** The place of an element and by what it is known again; null where it stands elsewhere. */
function placeOf(root: Element, element: Element): Of | null {
  const place: number[] = [];
  for (let at = element; at !== root; ) {
    const parent = at.parentElement;
    if (parent === null) return null;
    place.unshift([...parent.children].indexOf(at));
    at = parent;
  }
  return { place, mark: markOf(element) };
}

/** A row is the same while its record is; any other element while its words are. */
function markOf(element: Element): string {
  const row = element.closest('[data-id]')?.getAttribute('data-id');
  const words = row ?? element.getAttribute('aria-label') ?? element.textContent;
  return `${element.tagName} ${words}`;
}

function elementAt(root: Element, { place, mark }: Of): Element | null {
  const found = place.reduce<Element | undefined>((at, index) => at?.children[index], root);
  return found !== undefined && markOf(found) === mark ? found : null;
}

const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

export function takeFrom(root: Element, presses: readonly Press[]): Kept {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const written = [...root.querySelectorAll('input, textarea')].filter(
    (field): field is Field => isField(field) && isText(field) && field.value !== field.defaultValue,
  );
  const withPlace = <T>(element: Element, more: T) => {
    const of = placeOf(root, element);
    return of && { ...of, ...more };
  };
  return {
    presses: known(presses.map(({ on, sends }) => withPlace(on, { sends }))),
    texts: known(written.map((field) => withPlace(field, { text: field.value }))),
    focus: active && placeOf(root, active),
  };
}

/** Texts and focus at once; presses with what this gives, once they are drawn. A changed place gets none. */
export function giveBack(root: Element, { presses, texts, focus }: Kept): () => void {
  const pressed = known(
    presses.map((press) => {
      const element = elementAt(root, press);
      return element && { element, sends: press.sends };
    }),
  );
  for (const one of texts) {
    const field = elementAt(root, one);
    if (isField(field)) write(field, one.text);
  }
  const active = focus && elementAt(root, focus);
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  return () => {
    for (const { element, sends } of pressed) {
      if (sends && element instanceof HTMLFormElement) element.requestSubmit();
      else {
        // A menu opens with the pointer, before the click.
        element.dispatchEvent(new PointerEvent('pointerdown', PRESS));
        element.dispatchEvent(new MouseEvent('click', PRESS));
      }
    }
  };
}

/** As if it had been typed: React compares with what its own property was given last. */
function write(field: Field, text: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
