import 'server-only';
import { cardEntryOn } from '#lib/accounts/server/card-entry.ts';
import type { Ctx } from '#lib/api/context.ts';
import { type CertificateTerm, certificateTerm } from '#lib/card/certificate-term.ts';
import { takesPostbacks } from '#lib/card/server/postback-address.ts';
import { databaseNow } from '#lib/db/clock.ts';

type Connection = {
  certificate: CertificateTerm | null;
  entry: boolean;
  postbacks: boolean;
};

/** Reads the state of the connection, without asking the provider. */
export async function getConnection({ ctx }: { ctx: Ctx }): Promise<Connection> {
  ctx.part('card');
  const own = ctx.port.certificate?.() ?? null;
  return {
    certificate: own === null ? null : certificateTerm(own, databaseNow()),
    entry: cardEntryOn(ctx.account),
    postbacks: takesPostbacks(ctx.account),
  };
}
