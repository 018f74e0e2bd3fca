/** Reads or writes the browser's storage; null where it is full or forbidden, and then nothing is stored. */
export function tryStorage<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** A text stored in this browser; null where there is none. */
export const storedText = (key: string): string | null => tryStorage(() => localStorage.getItem(key));

export function storeText(key: string, text: string): void {
  tryStorage(() => localStorage.setItem(key, text));
}
