import { describe, expect, it } from 'vitest';
import { ACTION_GROUPS, ACTIONS, actionsNamed, groupOf, partsOf } from '#lib/audit-log/actions.ts';
import en from '../../messages/en/audit.json';
import enOperations from '../../messages/en/operations.json';
import pt from '../../messages/pt-BR/audit.json';
import ptOperations from '../../messages/pt-BR/operations.json';

const at = (messages: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), messages);

function labelOf(action: string, audit: object, operations: object): unknown {
  const parts = partsOf(action);
  if (parts.as === 'plain') return at(audit, `action.${parts.action}`);
  if (parts.as === 'export') return at(audit, `export.${parts.list}`);
  return at(operations, `kinds.${parts.kind}`) && at(audit, `step.${parts.step}`);
}

describe('every action that may be written', () => {
  it('has words in both languages, and a group that has them', () => {
    for (const [audit, operations] of [
      [pt, ptOperations],
      [en, enOperations],
    ] as const) {
      const silent = ACTIONS.filter((action) => typeof labelOf(action, audit, operations) !== 'string');
      expect(silent).toEqual([]);
      expect(Object.keys(audit.group).toSorted()).toEqual([...ACTION_GROUPS].toSorted());
    }
  });

  it('is found by its group and by its name', () => {
    expect(actionsNamed(['resends'])).toEqual(
      ACTIONS.filter((action) => /^(callback\.resend|resend|delivery)\.(?!reveal)/.test(action)),
    );
    expect(actionsNamed(['refund.create.requested'])).toEqual(['refund.create.requested']);
    expect(actionsNamed(['defense.requested', 'step-up'])).toHaveLength(2);
    expect(actionsNamed(['constructor'])).toEqual([]);
    expect(groupOf('constructor')).toBeNull();
    expect([...ACTION_GROUPS].filter((group) => actionsNamed([group]).length === 0)).toEqual([]);
  });

  it('of a later version stays as it is written', () => {
    expect(partsOf('something.new')).toEqual({ as: 'plain', action: 'something.new' });
    expect(partsOf('other.requested')).toEqual({ as: 'plain', action: 'other.requested' });
  });
});
