import { expect, it } from 'vitest';
import { crc16, readBrCode, writeBrCode } from './br-code.ts';

const RANDOM_KEY =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304';

it('knows the checksum’s reference value', () => expect(crc16('123456789')).toBe('29B1'));

it.each(['1D3D', '1d3d'])('reads a static code ending %s', (sum) => {
  expect(readBrCode(RANDOM_KEY + sum)).toMatchObject({
    key: '123e4567-e12b-12d1-a456-426655440000',
    amount: null,
    name: 'Fulano de Tal',
    city: 'BRASILIA',
    txid: '***',
    dynamic: false,
  });
});

it.each([`${RANDOM_KEY}1D3E`, RANDOM_KEY.slice(0, 80), 'ana@example.com', ''])('refuses %s', (text) =>
  expect(readBrCode(text)).toBeNull(),
);

it('reads what it writes', () => {
  const code = {
    url: 'pix.example.com/v2/7d9f',
    amount: 123_456,
    name: 'Loja Exemplo',
    city: 'BRASILIA',
    txid: '***',
  };
  expect(readBrCode(writeBrCode(code))).toMatchObject({ ...code, dynamic: true });
});
