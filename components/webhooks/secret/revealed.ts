/**
 * Secrets on their way from the answer that brought them to the step that shows them: in this tab's memory only,
 * never in an address or a cache, and gone once they are stored.
 */
const revealed = new Map<string, string>();

export const storeRevealed = (secretId: string, text: string) => void revealed.set(secretId, text);
export const revealedOnce = (secretId: string) => revealed.get(secretId) ?? null;
export const forget = (secretId: string) => void revealed.delete(secretId);
