import { lookupTable } from '#lib/core/lookup-table.ts';

export const ACTION_GROUPS = [
  'money',
  'disputes',
  'webhooks',
  'resends',
  'reads',
  'access',
  'people',
  'settings',
  'sandbox',
] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** Actions with a fixed name; each has a message under `audit.action` in both languages. */
const PLAIN = {
  'sign-in': 'access',
  'sign-out': 'access',
  'step-up': 'access',
  'step-up-needed': 'access',
  permission: 'access',
  'session.end': 'access',
  'session.end-others': 'access',
  'profile.name': 'people',
  'profile.passkey': 'people',
  'profile.passkey-off': 'people',
  'profile.password': 'people',
  'profile.recovery-codes': 'people',
  'profile.totp': 'people',
  'profile.totp-off': 'people',
  'operator.accept': 'people',
  'operator.add': 'people',
  'operator.disable': 'people',
  'operator.enable': 'people',
  'operator.invitation': 'people',
  'operator.invite': 'people',
  'operator.name': 'people',
  'operator.forgotten': 'people',
  'operator.reset': 'people',
  'operator.reset-link': 'people',
  'operator.roles': 'people',
  'operator.session-end': 'people',
  'operator.sign-out': 'people',
  'operator.set-up-link': 'people',
  'ready-sign-ins.make': 'people',
  'account.add': 'settings',
  'account.edit': 'settings',
  'account.order': 'settings',
  'account.archive': 'settings',
  'account.credential': 'settings',
  'account.rule-asked': 'settings',
  'account.rule-approved': 'settings',
  'account.rule-declined': 'settings',
  'account.rule-dropped': 'settings',
  'account.rule-lapsed': 'settings',
  'account.rule-superseded': 'settings',
  'audit.verify': 'settings',
  'backup.made': 'settings',
  'backup.restored': 'settings',
  'backup.moved': 'settings',
  'key.rotated': 'settings',
  'key.rotating': 'settings',
  'person.erased': 'settings',
  'person.erasing': 'settings',
  'policies.change': 'settings',
  'channel.added': 'settings',
  'channel.changed': 'settings',
  'channel.removed': 'settings',
  'channel.tested': 'settings',
  'closing.explained': 'money',
  'closing.signed': 'money',
  'closing.sealed': 'money',
  'closing.orders': 'money',
  'closing.matched': 'money',
  'closing.file': 'reads',
  'view.create': 'settings',
  'view.update': 'settings',
  'view.delete': 'settings',
  'transaction.reveal': 'reads',
  'transaction.receipt': 'reads',
  'delivery.reveal': 'reads',
  'dispute.reveal': 'reads',
  'deposit.reveal': 'reads',
  'pending-deposit.reveal': 'reads',
  'card-charge.reveal': 'reads',
  'operation.reveal': 'reads',
  'customer.reveal': 'reads',
  'filter.reveal': 'reads',
  'report.download': 'reads',
  'dispute.assign': 'disputes',
  'dispute.attach': 'disputes',
  'dispute.detach': 'disputes',
  'dispute.download': 'disputes',
  'dispute.draft': 'disputes',
  'dispute.note': 'disputes',
  'webhook.added': 'webhooks',
  'webhook.forgotten': 'webhooks',
  'webhook.test': 'webhooks',
  'webhook.tested': 'webhooks',
  'secret.acknowledged': 'webhooks',
  'secret.pasted': 'webhooks',
  'secret.shown': 'webhooks',
  'delivery.closed': 'resends',
  'delivery.reopened': 'resends',
  'delivery.expired': 'resends',
  'resend.answered': 'resends',
  'resend.cancelled': 'resends',
  'resend.completed': 'resends',
  'resend.continued': 'resends',
  'resend.failed': 'resends',
  'resend.paused': 'resends',
  'resend.started': 'resends',
  'simulator.clear': 'sandbox',
  'simulator.deposit': 'sandbox',
  'simulator.dispute': 'sandbox',
  'simulator.fail-deliveries': 'sandbox',
  'simulator.fault': 'sandbox',
  'simulator.pay': 'sandbox',
  'simulator.state': 'sandbox',
  'simulator.time': 'sandbox',
} as const satisfies Record<string, ActionGroup>;

/** Kinds of operations, labelled by `operations.kinds`. Each may write every step of OPERATION_STEPS. */
export const OPERATION_GROUPS = {
  'charge.create': 'money',
  'refund.create': 'money',
  'withdrawal.key': 'money',
  'withdrawal.code': 'money',
  'transfer.create': 'money',
  'pix-key.create': 'money',
  'pix-key.default': 'money',
  'pix-key.remove': 'money',
  'card-charge.create': 'money',
  'card-charge.reverse': 'money',
  'recurrence.amount': 'money',
  'recurrence.deactivate': 'money',
  'recurrence.reactivate': 'money',
  defense: 'disputes',
  'webhook.register': 'webhooks',
  'webhook.edit': 'webhooks',
  'webhook.remove': 'webhooks',
  'webhook.rotate': 'webhooks',
  'webhook.ownership': 'webhooks',
  'callback-secret.create': 'webhooks',
  'callback-secret.rotate': 'webhooks',
  'report.create': 'reads',
  'callback.resend': 'resends',
} as const satisfies Record<string, ActionGroup>;

export const OPERATION_STEPS = [
  'requested',
  'approved',
  'declined',
  'expired',
  'confirmed',
  'rejected',
  'unknown',
  'settled',
  'repeated',
  'late',
  'late-acknowledged',
  'amount-differs',
] as const;
type OperationStep = (typeof OPERATION_STEPS)[number];

/** Lists that can be exported as a file. */
export const EXPORTS = [
  'transactions',
  'deliveries',
  'charges',
  'withdrawals',
  'transfers',
  'card-charges',
  'statement',
  'pending-deposits',
  'disputes',
  'operations',
  'resends',
  'closings',
  'audit',
] as const;
export type ExportName = (typeof EXPORTS)[number];

/** Every action code may write. An action not listed above does not compile. */
export type AuditAction = keyof typeof PLAIN | `${string}.${OperationStep}` | `${ExportName}.export`;

const GROUP_OF: Readonly<Record<string, ActionGroup>> = lookupTable({
  ...PLAIN,
  ...Object.fromEntries(EXPORTS.map((name) => [`${name}.export`, 'reads' as const])),
  ...Object.fromEntries(
    Object.entries(OPERATION_GROUPS).flatMap(([kind, group]) =>
      OPERATION_STEPS.map((step) => [`${kind}.${step}`, group]),
    ),
  ),
});

export const ACTIONS: readonly string[] = Object.keys(GROUP_OF);

/** Null for an action written by a later version. */
export const groupOf = (action: string): ActionGroup | null => GROUP_OF[action] ?? null;

/** Expands names of actions and groups to actions as stored in the log. */
export const actionsNamed = (names: readonly string[]): string[] =>
  ACTIONS.filter((action) => names.includes(action) || names.includes(groupOf(action) ?? ''));

type ActionParts =
  | { as: 'plain'; action: string }
  | { as: 'export'; list: string }
  | { as: 'step'; kind: string; step: string };

/** Splits an action into the parts of its label. */
export function partsOf(action: string): ActionParts {
  const at = action.lastIndexOf('.');
  const [before, after] = [action.slice(0, Math.max(at, 0)), action.slice(at + 1)];
  if (action in PLAIN || at === -1) return { as: 'plain', action };
  if (after === 'export') return { as: 'export', list: before };
  return Object.hasOwn(OPERATION_GROUPS, before)
    ? { as: 'step', kind: before, step: after }
    : { as: 'plain', action };
}

/** Key of an action's label under `audit`. The label of a step has the operation's kind in `{thing}`. */
export function actionKey(parts: ActionParts): string {
  if (parts.as === 'step') return `step.${parts.step}`;
  return parts.as === 'export' ? `export.${parts.list}` : `action.${parts.action}`;
}
