/** CPF and CNPJ check digits; the alphanumeric CNPJ counts a letter as its character code − 48. */
function checkDigit(body: string, weights: number[]): number {
  let sum = 0;
  for (let place = 0; place < body.length; place++) {
    sum += (body.charCodeAt(place) - 48) * (weights[place] as number);
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const CPF = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

function close(body: string, weights: number[]): string {
  const first = checkDigit(body, weights.slice(1));
  return `${body}${first}${checkDigit(`${body}${first}`, weights)}`;
}

export function cpfOf(nine: string): string {
  return close(nine, CPF);
}

export function cnpjOf(twelve: string): string {
  return close(twelve, CNPJ);
}

export function isCpf(text: string): boolean {
  return /^\d{11}$/.test(text) && !/^(\d)\1{10}$/.test(text) && cpfOf(text.slice(0, 9)) === text;
}

export function isCnpj(text: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(text) && !/^(\d)\1{13}$/.test(text) && cnpjOf(text.slice(0, 12)) === text;
}

export function isDocument(text: string): boolean {
  return isCpf(text) || isCnpj(text);
}
