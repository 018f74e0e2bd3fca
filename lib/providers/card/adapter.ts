import 'server-only';
import { createBudget, limitsFor } from '#lib/http/budget.ts';
import { monitorOf } from '#lib/http/health.ts';
import { createTransport } from '#lib/http/request.ts';
import { chargesOf } from '#lib/providers/card/charges.ts';
import { CardClient, type CardCredential } from '#lib/providers/card/client.ts';
import { readPostback } from '#lib/providers/card/postback.ts';
import { convertOf, rateOf, recurrencesOf } from '#lib/providers/card/recurrences.ts';
import { type AdapterDeps, reader } from '#lib/providers/client/adapter-deps.ts';
import type { AdapterOptions } from '#lib/providers/client/line.ts';
import { BareLists } from '#lib/providers/envelopes.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

export type CardAdapterOptions = CardCredential & AdapterOptions;

/** The card API (document 3) behind the port: mutual TLS over connections of this account's certificate alone. */
export function createCardAdapter(options: CardAdapterOptions): ProviderPort {
  const { account, timeouts, clientId, clientSecret, tls, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const client = new CardClient({
    account,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    tls,
    transport: options.transport ?? createTransport(timeouts, { tls }),
    monitor,
    budget: options.budget ?? createBudget(limitsFor(account, clientId), now, { leases: options.leases }),
    log,
    clock,
  });
  const deps: AdapterDeps = { client, readable: reader(monitor), now, bare: new BareLists() };
  return {
    kind: 'card',
    certificate: () => client.certificate(),
    card: {
      charges: chargesOf(deps),
      recurrences: recurrencesOf(deps),
      rate: rateOf(deps),
      convert: convertOf(deps),
      readPostback,
    },
  };
}
