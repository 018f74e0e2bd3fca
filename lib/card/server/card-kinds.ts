import 'server-only';
import { CARD_CHARGE } from '#lib/card/server/create-card-charge.ts';
import { DEACTIVATE, REACTIVATE, SET_AMOUNT } from '#lib/card/server/recurrences.ts';
import { REVERSAL } from '#lib/card/server/reversal-operation.ts';
import type { AnyKind } from '#lib/operations/server/kind.ts';

export const CARD_KINDS: readonly AnyKind[] = [CARD_CHARGE, REVERSAL, SET_AMOUNT, DEACTIVATE, REACTIVATE];
