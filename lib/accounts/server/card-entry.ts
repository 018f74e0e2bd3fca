import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';

/**
 * Tells if card numbers may be typed for this account (docs/security.md: it puts the browser in PCI scope).
 */
export const cardEntryOn = ({ kind, settings }: Pick<Account, 'kind' | 'settings'>) =>
  kind === 'card' && /^(true|1|on|yes)$/i.test(settings.cardEntry ?? '');
