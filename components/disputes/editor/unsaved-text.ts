import type { Unsaved } from './draft-state.ts';

/**
 * What one operator wrote and the server does not have yet, in the tab's own storage: a session that ends or a reload
 * takes none of it. It goes once it is stored, with the tab, and with the sign-out.
 */
export function unsavedText(operatorId: string, account: string, dispute: string) {
  const key = `unsaved-defense:${operatorId}:${account}:${dispute}`;
  return {
    read(): Unsaved | null {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? null : (JSON.parse(text) as Unsaved);
      } catch {
        return null;
      }
    },
    /** Null: all of it is stored. A browser that keeps nothing, or is full, loses only this second net. */
    keep(unsaved: Unsaved | null): void {
      try {
        if (unsaved === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(unsaved));
      } catch {}
    },
  };
}
