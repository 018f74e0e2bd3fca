import type { Fetched } from './dynamic.tsx';

/** Fetches what a press will need when pointer or focus come near; a fetch that fails is tried again by the press. */
export function fetchNear(...parts: readonly Fetched[]): () => void {
  return () => void Promise.allSettled(parts.map(({ fetch }) => fetch()));
}
