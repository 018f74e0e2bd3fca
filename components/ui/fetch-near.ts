/** Fetches what a press will need when pointer or focus come near; a fetch that fails is tried again by the press. */
export function fetchNear(...fetches: readonly (() => Promise<unknown>)[]): () => void {
  return () => void Promise.allSettled(fetches.map((fetch) => fetch()));
}
