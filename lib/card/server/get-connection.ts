import 'server-only';
import { cardEntryOn } from '#lib/accounts/server/card-entry.ts';
import type { Ctx } from '#lib/api/context.ts';
import { cardPart } from '#lib/card/server/card-part.ts';
import { takesPostbacks } from '#lib/card/server/postback-address.ts';

const DAY_MS = 86_400_000;

type Connection = {
  certificate: { validTo: string | null; daysLeft: number | null } | null;
  entry: boolean;
  postbacks: boolean;
};

/** What is known of the connection without asking anybody. `daysLeft`: whole days, rounded down. */
export async function getConnection({ ctx }: { ctx: Ctx }): Promise<Connection> {
  cardPart(ctx.port);
  const own = ctx.port.certificate?.() ?? null;
  const validTo = own?.validTo ?? null;
  const daysLeft = validTo === null ? null : Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
  return {
    certificate: own === null ? null : { validTo, daysLeft },
    entry: cardEntryOn(ctx.account),
    postbacks: takesPostbacks(ctx.account),
  };
}
