import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificateErrors } from '#lib/accounts/server/account.ts';
import { updateDatabaseClock } from '#lib/data/clock.ts';

/** Of nobody: its key was thrown away. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUMMR7faNgCvy2Xf6Xc3AsGEAoxa0wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOZ3VpY2hlLmV4YW1wbGUwHhcNMjYxMTI2MDQxMTIyWhcNMzYx
MTIzMDQxMTIyWjAZMRcwFQYDVQQDDA5ndWljaGUuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABHMAd6odcbslX/HvgQ2fBuiZfoOWbTmJl7atC1s+DdO3
y//fiNePDyAXIWJcYXwrE1BtRnQ/U1eIByrFDF7wuG6jUzBRMB0GA1UdDgQWBBRc
f47EdRWrHl6hA/y90nriS+bNaDAfBgNVHSMEGDAWgBRcf47EdRWrHl6hA/y90nri
S+bNaDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDskGb7o+m7
VUIX0sj1mCWr9NaibhEMWzZgEb1+orc4tAIgIIP1VDQGXPgv7Ah+rBV7Iy84ktgC
j/5yREHhVP/dJdw=
-----END CERTIFICATE-----`;

test('M9: a certificate has ended when the database’s clock says so, whatever this process’s says', () => {
  const ends = new X509Certificate(CERTIFICATE).validToDate.getTime();
  const errorsAt = (databaseMs: number) => {
    updateDatabaseClock(databaseMs, Date.now());
    const errors = certificateErrors({ clientCert: CERTIFICATE });
    updateDatabaseClock(Date.now(), Date.now());
    return errors;
  };
  expect(errorsAt(ends - 60_000)).toEqual([]);
  expect(errorsAt(ends + 60_000)).toEqual([{ field: 'credentials.clientCert', message: 'expired' }]);
});
