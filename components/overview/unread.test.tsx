import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CardView } from '#components/card/card-view.tsx';
import { DeliveriesView } from '#components/deliveries/deliveries-view.tsx';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { AbandonedDraft, StoredLetter } from '#components/disputes/work/outcome-panels.tsx';
import { FirstDayView } from '#components/onboarding/first-day-view.tsx';
import { LateConfirmationNotice } from '#components/operations/late-confirmation-notice.tsx';
import { Confirmed } from '#components/payments/outcome.tsx';
import { PoliciesSummary } from '#components/policies/policies-summary.tsx';
import { PoliciesView } from '#components/policies/policies-view.tsx';
import { FactorsPanel } from '#components/profile/factors-panel.tsx';
import { WasItYou } from '#components/profile/profile-view.tsx';
import { ReportsView } from '#components/reports/reports-view.tsx';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { FailureFields } from '#components/resends/sheet/choose-step.tsx';
import { EndpointDrawer } from '#components/webhooks/endpoint-drawer.tsx';
import { EndpointList } from '#components/webhooks/endpoint-list.tsx';
import { SheetAbsent } from '#components/webhooks/sheet-parts.tsx';
import type { Webhooks } from '#components/webhooks/use-webhooks.ts';
import { connectionOptions } from '#lib/card/queries.ts';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { healthOptions, incidentsOptions, transactionDeliveriesOptions } from '#lib/deliveries/queries.ts';
import { draftOptions } from '#lib/disputes/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { lateConfirmationsOptions, type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import { byReferenceOptions } from '#lib/payments/queries.ts';
import { policiesOptions } from '#lib/policies/queries.ts';
import { type Profile, passkeysOptions, profileOptions, sessionsOptions } from '#lib/profile/queries.ts';
import { REPORT_KINDS } from '#lib/reports/queries.ts';
import type { Choice } from '#lib/resends/choice.ts';
import { recentResendsOptions } from '#lib/resends/queries.ts';
import { teamOptions } from '#lib/team/queries.ts';
import { type WebhookList, webhooksOptions } from '#lib/webhooks/queries.ts';
import { WebhooksPanel } from './check-panels.tsx';

/**
 * Tests that a failed read is shown where its data would stand: never "none", nothing or endless "reading".
 */

const nothing = () => undefined;
const ROW = {
  ...{ id: 'wh_1', url: 'https://loja.example/avisos', events: [], active: true, open: null },
  ...{
    ownership: null,
    week: { delivered: 1, failed: 0, open: 0 },
    hasSecret: true,
    receiver: true,
    source: 'provider',
    secret: null,
  },
  ...{ createdAt: null, updatedAt: null, rotatedAt: null },
};
const LIST = { items: [ROW], registrations: [], listed: true, checksOwnership: false };
const known = { of: webhooksOptions('pix'), data: LIST };
const webhooks = { list: { data: LIST }, hasDeliveries: true, canRotate: true } as unknown as Webhooks;
const state = { open: null, show: nothing, close: nothing };
const list = LIST as unknown as WebhookList;
const CHOICE = { what: 'failures', webhookId: null, host: null, ids: [] } as unknown as Choice;
const PAID = {
  ...{ clientReference: 'saque-1', amount: 100, otherAmount: null, intent: {}, state: 'confirmed' },
} as unknown as Operation;
const SIGN_IN = {
  ...{ totp: null, required: true, recoveryCodes: { left: 0, madeAt: null } },
} as unknown as Profile['signIn'];
const POLICIES = {
  ...{ secondFactor: 'required', withoutFactor: [], idleMinutes: 720, absoluteHours: 168 },
  ...{ passwordLength: 12, allowedNetworks: [] },
};
const policies = { of: policiesOptions(), data: POLICIES };
const connections = { of: connectionsOptions(), data: { items: [] } };

type Options = Parameters<typeof shown>[1];
type Place = [name: string, node: ReactNode, failing: { queryKey: QueryKey }, more?: Options];
const PLACES: Place[] = [
  [
    'failures to resend',
    <FailureFields key="" choice={CHOICE} onChange={nothing} />,
    incidentsOptions('pix'),
  ],
  ['incidents', <DeliveriesView key="" incidentsKnown />, incidentsOptions('pix')],
  ['running resends', <RunningJobs key="" />, recentResendsOptions('pix')],
  [
    'notices of a transaction',
    <TransactionDeliveries key="" transactionId="t" />,
    transactionDeliveriesOptions('pix', 't'),
    { account: { capabilities: ['deliveries'] } },
  ],
  [
    'payments that were made late',
    <LateConfirmationNotice key="" account="pix" />,
    lateConfirmationsOptions('pix'),
  ],
  ['rules that wait', <PoliciesView key="" />, changesOptions(), { known: [policies, connections] }],
  ['accounts of the rules', <PoliciesView key="" />, connectionsOptions(), { known: [policies] }],
  ['limits beside the team', <PoliciesSummary key="" />, connectionsOptions(), { known: [policies] }],
  [
    'the week of an endpoint',
    <EndpointDrawer key="" id="wh_1" webhooks={webhooks} state={state} />,
    healthOptions('pix', 'days'),
    { known: [known] },
  ],
  [
    'the charts of the endpoints',
    <EndpointList key="" list={list} state={state} />,
    healthOptions('pix', 'hours'),
    { account: { capabilities: ['deliveries'] } },
  ],
  ['an endpoint', <SheetAbsent key="" title="x" gone={false} onClose={nothing} />, webhooksOptions('pix')],
  [
    'endpoints that are well',
    <WebhooksPanel key="" account="pix" />,
    webhooksOptions('pix'),
    {
      account: { capabilities: ['webhooks'] },
      known: [{ of: incidentsOptions('pix'), data: { items: [] } }],
    },
  ],
  [
    'the session of a notice',
    <WasItYou key="" password={null as never} />,
    sessionsOptions(),
    { search: '?session=ab' },
  ],
  [
    'second factors',
    <FactorsPanel key="" signIn={SIGN_IN} adding={false} onAddApp={nothing} />,
    passkeysOptions(),
  ],
  ['a letter', <StoredLetter key="" id="d" />, draftOptions('pix', 'd')],
  ['a draft that was left', <AbandonedDraft key="" id="d" />, draftOptions('pix', 'd')],
  ['reports under way', <ReportsView key="" />, openOperationsOptions('pix', REPORT_KINDS)],
  ['a certificate', <CardView key="" />, connectionOptions('pix'), { account: { kind: 'card' } }],
  [
    'the state of a payment',
    <Confirmed key="" operation={PAID} page="withdrawals" onOpen={nothing} />,
    byReferenceOptions('pix', 'withdrawals', 'saque-1'),
  ],
  [
    'a step of the first day',
    <FirstDayView key="" />,
    teamOptions(),
    {
      known: [
        { of: settingsOptions('pix'), data: { channels: [] } },
        ...[
          connections,
          { of: profileOptions(), data: { signIn: SIGN_IN } },
          { of: passkeysOptions(), data: [] },
        ],
      ],
    },
  ],
];

describe.each(PLACES)('%s', (_, node, failing, { known = [], ...more } = {}) => {
  test.each(['pt-BR', 'en'] as const)(
    'that could not be read is said, and can be read again (%s)',
    (locale) => {
      const read = shown(node, { ...more, known, locale });
      const unread = shown(node, {
        ...more,
        locale,
        known: [...known, { of: failing, error: new Error('away') }],
      });
      const again = locale === 'en' ? 'Try now' : 'Tentar agora';
      expect(read.text).not.toContain(again);
      expect(unread.text).toContain(again);
      expect(unread.text).not.toMatch(/Nenhuma falha|No open failures|lendo…|reading…|sem segundo fator/);
    },
  );
});
