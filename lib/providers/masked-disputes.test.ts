import { expect, test } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { type Infraction, InfractionDetail } from '#lib/providers/records.ts';

const party = { institutionIspb: null, institutionName: 'Banco Jequitibá S.A.', accountNumber: null };
const infraction: Infraction = {
  id: 'inf_1',
  protocol: 'p',
  status: 'OPEN',
  type: 'FRAUD',
  reportedBy: null,
  reason: 'Dalva Monteiro Cruz, CPF 529.982.247-25, diz que não comprou.',
  result: null,
  resultDetails: null,
  openedAt: null,
  deadline: null,
  updatedAt: null,
  amount: 1,
  transactionId: 't',
  endToEndId: null,
  payer: { ...party, name: 'Dalva Monteiro Cruz', document: '52998224725' },
  receiver: { ...party, name: 'Aroeira Comércio LTDA', document: '11222333000181' },
  defenses: [
    {
      id: 'd',
      text: 'A compradora Dalva Monteiro Cruz assinou.',
      status: null,
      createdAt: null,
      updatedAt: null,
      files: [{ name: 'CPF 529.982.247-25.pdf', mimeType: 'application/pdf', size: 1 }],
    },
  ],
  other: { payerEmail: 'dalva@example.com' },
};
const detail = { infraction, raw: { payerDocument: '52998224725' }, asOf: '2026-11-19T00:00:00.000Z' };

test('without names nothing of the payer is left in clear', () => {
  const text = JSON.stringify(masked(InfractionDetail, detail, { names: false }));
  for (const part of ['Monteiro', '52998224725', '529.982.247-25', 'dalva@'])
    expect(text).not.toContain(part);
  expect(text).toContain('Dalva C.');
  expect(text).toContain('Aroeira Comércio LTDA');
});

test('with names only they are', () => {
  const shown = masked(InfractionDetail, detail, { names: true });
  expect(shown.infraction.reason).toBe('Dalva Monteiro Cruz, CPF ***.982.247-**, diz que não comprou.');
  expect(shown.infraction.defenses[0]?.text).toBe('A compradora Dalva Monteiro Cruz assinou.');
  expect(shown.infraction.payer.document).toBe('***.982.247-**');
  expect(shown.raw).toEqual({ payerDocument: '***.982.247-**' });
});
