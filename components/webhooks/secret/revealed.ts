/**
 * Secrets on their way from the answer that brought them to the step that shows them: in this tab's memory only,
 * never in an address or a cache, and gone once they are stored.
 */
const handed = new Map<string, string>();

export const hand = (secretId: string, text: string) => void handed.set(secretId, text);
export const revealedOnce = (secretId: string) => handed.get(secretId) ?? null;
export const forget = (secretId: string) => void handed.delete(secretId);
