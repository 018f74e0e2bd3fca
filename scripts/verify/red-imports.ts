/**
 * For each rule of .dependency-cruiser.cjs, an import that it must reject. `~` leaves a specifier unchanged.
 */
export const RED: { rule: string; from: string; imports: string[] }[] = [
  { rule: 'resolved', from: 'lib/round.ts', imports: ['lib/about.ts', '~#lib/nothing.ts'] },
  { rule: 'no-cycles', from: 'lib/about.ts', imports: ['lib/round.ts'] },
  { rule: 'resolved', from: 'lib/lost.ts', imports: ['~#lib/nowhere.ts'] },
  { rule: 'core-is-lowest', from: 'lib/core/http/climbing.ts', imports: ['lib/accounts/server/account.ts'] },
  { rule: 'data-on-core', from: 'lib/data/climbing.ts', imports: ['lib/auth/roles.ts'] },
  { rule: 'auth-on-data', from: 'lib/accounts/climbing.ts', imports: ['lib/list/pages.ts'] },
  { rule: 'providers-on-auth', from: 'lib/providers/climbing.ts', imports: ['lib/api/endpoint.ts'] },
  { rule: 'api-on-providers', from: 'lib/list/climbing.ts', imports: ['lib/operations/rules.ts'] },
  { rule: 'operations-on-api', from: 'lib/operations/climbing.ts', imports: ['lib/card/rules.ts'] },
  { rule: 'features-below-start', from: 'lib/card/climbing.ts', imports: ['lib/handlers.ts'] },
  { rule: 'lib-goes-down', from: 'lib/upwards.ts', imports: ['components/ui/button.tsx'] },
  { rule: 'components-go-down', from: 'components/cards/list.tsx', imports: ['app/page.tsx'] },
  { rule: 'ui-knows-no-feature', from: 'components/ui/row.tsx', imports: ['components/cards/item.tsx'] },
  {
    rule: 'features-apart',
    from: 'lib/disputes/server/list.ts',
    imports: ['lib/charges/server/get-charge.ts'],
  },
  {
    rule: 'overview-only-reads',
    from: 'lib/overview/server/get.ts',
    imports: ['lib/charges/server/make-charge.ts'],
  },
  { rule: 'one-registry', from: 'lib/disputes/server/peek.ts', imports: ['lib/providers/pix/client.ts'] },
  { rule: 'providers-apart', from: 'lib/providers/hub/client.ts', imports: ['lib/providers/pix/wire.ts'] },
  { rule: 'providers-below', from: 'lib/providers/hub/map.ts', imports: ['lib/data/client.ts'] },
  { rule: 'browser-stays-outside', from: 'components/cards/far.tsx', imports: ['lib/between.ts'] },
  { rule: 'browser-stays-outside', from: 'lib/disputes/queries.ts', imports: ['~zod'] },
  { rule: 'resolved', from: 'lib/between.ts', imports: ['lib/core/env/settings.ts', '~nowhere-at-all'] },
  { rule: 'database-from-the-server', from: 'app/board/page.tsx', imports: ['lib/data/client.ts'] },
  { rule: 'sandbox-alone', from: 'sandbox/main.ts', imports: ['lib/core/money.ts'] },
  { rule: 'sandbox-untouched', from: 'lib/cheat.ts', imports: ['sandbox/world.ts'] },
  { rule: 'tests-stay-tests', from: 'lib/leak.ts', imports: ['lib/leak.test.ts'] },
  { rule: 'scripts-on-top', from: 'lib/inward.ts', imports: ['scripts/ready.ts'] },
];
